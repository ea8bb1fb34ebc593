import { Markdown } from "@sitewright/ui/markdown";
import { useMemo } from "react";
import { compared, type Piece, type Word } from "./compared";
import "./compared-text.css";

type Props = {
  before: string;
  after: string;
  /** The level of its headings, below that of what is around. */
  level?: 3 | 4;
};

/** Two versions of a text as one, drawn like the text, with their differences marked. */
export function ComparedText({ before, after, level = 4 }: Props) {
  const pieces = useMemo(() => compared(before, after), [before, after]);
  // Both texts of a comparison stay as they are, so the index is the key.
  return (
    <div className="sw-compared sw-printed-text">
      {pieces.map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <Part key={place} piece={piece} level={level} />
      ))}
    </div>
  );
}

function Part({ piece, level }: { piece: Piece; level: 3 | 4 }) {
  if (piece.kind === "words")
    return (
      <p className="sw-compared-words" data-heading={piece.isHeading || undefined}>
        {piece.words.map((word, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <Marked key={place} {...word} />
        ))}
      </p>
    );
  const text = <Markdown text={piece.markdown} level={level} />;
  if (piece.kind === "added") return <ins>{text}</ins>;
  if (piece.kind === "removed") return <del>{text}</del>;
  return text;
}

function Marked({ kind, text }: Word) {
  if (kind === "added") return <ins>{text}</ins>;
  if (kind === "removed") return <del>{text}</del>;
  return text;
}
