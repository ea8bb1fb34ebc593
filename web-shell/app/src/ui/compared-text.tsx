import { Markdown } from "@sitewright/ui/markdown";
import { useMemo } from "react";
import { compared, type Piece, type Word } from "./compared";
import "./compared-text.css";

/** Two versions of a text as one, drawn like the text, with their differences marked. */
export function ComparedText({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => compared(before, after), [before, after]);
  // Both texts of a comparison stay as they are, so the index is the key.
  return (
    <div className="sw-compared sw-printed-text">
      {pieces.map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <Part key={place} piece={piece} />
      ))}
    </div>
  );
}

function Part({ piece }: { piece: Piece }) {
  if (piece.kind === "words")
    return (
      <p className="sw-compared-words" data-heading={piece.isHeading || undefined}>
        {piece.words.map((word, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <Marked key={place} {...word} />
        ))}
      </p>
    );
  const text = <Markdown text={piece.markdown} level={4} />;
  if (piece.kind === "added") return <ins>{text}</ins>;
  if (piece.kind === "removed") return <del>{text}</del>;
  return text;
}

function Marked({ kind, text }: Word) {
  if (kind === "added") return <ins>{text}</ins>;
  if (kind === "removed") return <del>{text}</del>;
  return text;
}
