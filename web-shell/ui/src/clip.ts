import { useEffect, useRef, useState } from "react";
import { plainText, readWords } from "./plain-text";

/** A part of a copied text: as it is, or Markdown. */
export type ClipPart = { text: string; isMarkdown: boolean };

/**
 * A text for the clipboard, one part below the other. `as` is the format in which it was ordered: then a field for
 * plain text takes its source. Otherwise it takes the text as it is read.
 */
export type Clip = { parts: ClipPart[]; as?: "html" | "markdown" };

/** Marks that only a formatted text can show: headings, lists, quotes, tables, bold or italic words, code, links. */
const MARKS = /^(?:#{1,6} |\s*[-*+] |\s*\d+[.)] |> |\|.*\||\s*```)|\*\*\S|(?<!\\)[*`]\S|\b_\S|\]\(/m;

const joined = (texts: string[]) => texts.filter(Boolean).join("\n\n");

/** A text as it is read, without marks. */
export const readable = ({ parts }: Clip) =>
  joined(parts.map(({ text, isMarkdown }) => (isMarkdown ? plainText(text) : text)));

/** The same for counting words. */
export const counted = ({ parts }: Clip) =>
  joined(parts.map(({ text, isMarkdown }) => (isMarkdown ? readWords(text) : text)));

const source = ({ parts }: Clip) => joined(parts.map(({ text }) => text));

const hasMarkdown = ({ parts }: Clip) => parts.some(({ isMarkdown }) => isMarkdown);

/** The source of a text as HTML. The code that reads Markdown is loaded on demand. */
const html = async ({ parts }: Clip) => (await import("./clip-html")).htmlOf(parts);

/** What a text is in the clipboard. A text without formatting has no HTML: editors would add their own paragraphs. */
export function flavours(clip: Clip): { plain: string | Promise<string>; rich: Promise<string> | null } {
  const isOrdered = hasMarkdown(clip) && clip.as !== undefined;
  const isMarked = clip.parts.some(({ text, isMarkdown }) => isMarkdown && MARKS.test(text));
  const rich = isMarked || (isOrdered && clip.as === "html") ? html(clip) : null;
  if (!isOrdered) return { plain: readable(clip), rich };
  return { plain: clip.as === "html" && rich ? rich : source(clip), rich };
}

const blob = async (text: string | Promise<string>, type: string) => new Blob([await text], { type });

/** Copies a text: with formatting for editors, and as plain text for all other fields. */
export async function copyClip(clip: Clip): Promise<void> {
  const { plain, rich } = flavours(clip);
  if (!rich || typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(await plain);
  // A browser allows this only right after the click, so it gets the texts as promises.
  const item = { "text/plain": blob(plain, "text/plain"), "text/html": blob(rich, "text/html") };
  return navigator.clipboard.write([new ClipboardItem(item)]);
}

/** How long a button says that it has copied. */
const CONFIRM_MS = 1000;

/** Copies a text, and says so for a moment. */
export function useCopy(clip: Clip) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = () =>
    void copyClip(clip).then(
      () => {
        setCopied(true);
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => setCopied(false), CONFIRM_MS);
      },
      // The button keeps its name, so the person sees that nothing was copied.
      () => {},
    );
  return { copied, copy };
}
