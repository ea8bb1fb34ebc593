import { plainText } from "@sitewright/ui/plain-text";
import { diffArrays, diffWordsWithSpace } from "diff";
import { lexer } from "marked";

export type Word = { kind: "same" | "added" | "removed"; text: string };

/** A part of two texts: equal, with other words, or drawn whole because only its formatting differs or it is new. */
export type Piece =
  | { kind: "same" | "added" | "removed"; markdown: string }
  | { kind: "words"; isHeading: boolean; words: Word[] };

const blocksOf = (markdown: string) =>
  lexer(markdown, { gfm: true, breaks: true })
    .filter(({ type }) => type !== "space")
    .map(({ raw }) => raw.trimEnd());

const isHeading = (block: string) => /^#{1,6} /.test(block);

/** A block with other words; one with the same words and another form is drawn whole, before and after. */
function changed(before: string, after: string): Piece[] {
  const [old, now] = [plainText(before), plainText(after)];
  if (old === now)
    return [
      { kind: "removed", markdown: before },
      { kind: "added", markdown: after },
    ];
  const words = diffWordsWithSpace(old, now).map(
    ({ added, removed, value }): Word => ({
      kind: added ? "added" : removed ? "removed" : "same",
      text: value,
    }),
  );
  return [{ kind: "words", isHeading: isHeading(after), words }];
}

/** Removed and added blocks at the same place, in pairs; the rest is only in one of the texts. */
function replaced(removed: string[], added: string[]): Piece[] {
  const pairs = Math.min(removed.length, added.length);
  const both = added.slice(0, pairs).flatMap((after, place) => changed(removed[place] ?? "", after));
  const alone = (kind: "removed" | "added", blocks: string[]): Piece[] =>
    blocks.slice(pairs).map((markdown) => ({ kind, markdown }));
  return [...both, ...alone("removed", removed), ...alone("added", added)];
}

/** The differences between two Markdown texts, block by block, as a reader sees them. */
export function compared(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const close = () => {
    pieces.push(...replaced(removed, added));
    removed = [];
    added = [];
  };
  for (const part of diffArrays(blocksOf(before), blocksOf(after))) {
    if (part.removed) removed = part.value;
    else if (part.added) added = part.value;
    else {
      close();
      pieces.push({ kind: "same", markdown: part.value.join("\n\n") });
    }
  }
  close();
  return pieces;
}
