import type { AnyVariant, Part, Parts } from "./parts";
import { fill } from "./template";
import type { Phrases } from "./texts";

/** All variants under headings as one Markdown text; a single one without a heading. */
export function assemble(
  parts: Parts,
  variants: readonly AnyVariant[],
  phrases: Phrases,
  appendix: (variant: AnyVariant) => string,
): string {
  const blocks = variants.flatMap((variant, place) => {
    const heading = `## ${fill(phrases.text("output.variant-heading"), { number: place + 1 })}`;
    return [variants.length > 1 ? heading : "", ...written(parts, variant, phrases), appendix(variant)];
  });
  return blocks.filter((block) => block !== "").join("\n\n");
}

function written(parts: Parts, variant: AnyVariant, phrases: Phrases): string[] {
  // Numbers are metadata of the text; they are on the screen and in the data, not in the text.
  const texts = Object.entries(parts).filter(([, part]) => part.kind !== "number");
  return texts.flatMap(([name, part]) => {
    const text = partText(part, variant[name] ?? "");
    return text === "" ? [] : [texts.length > 1 ? `**${phrases.partTitle(name)}**` : "", text];
  });
}

function partText(part: Part<unknown>, value: AnyVariant[string]): string {
  const shown = (text: string) => (part.format === "markdown" ? text : escaped(text));
  if (!Array.isArray(value)) {
    return shown(String(value));
  }
  return value
    .map((entry) => (part.blocks ? shown(entry) : `- ${shown(entry)}`))
    .join(part.blocks ? "\n\n" : "\n");
}

/** Escapes plain text for Markdown: line breaks stay, marks have no effect. */
export function escaped(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .replace(/[*`\\]|<(?=[A-Za-z/!?])|\[(?=[^\]]*\]\()|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])/g, "\\$&")
        .replace(/^(#{1,2} |> |---|===)/, "\\$1"),
    )
    .reduce((out, line, place) => {
      // Two spaces keep a break inside a paragraph; before an empty line they are not needed.
      const isInside = place > 0 && line !== "" && out !== "" && !out.endsWith("\n");
      return place === 0 ? line : out + (isInside ? "  \n" : "\n") + line;
    }, "");
}
