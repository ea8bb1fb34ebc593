import type { Found } from "./list-documents";

/** Plain text with the words that were looked for marked. */
export function FoundText({ pieces }: { pieces: Found["text"] }) {
  let place = 0;
  return pieces.map(({ text, found }) => {
    place += text.length;
    return found ? (
      <mark key={place} className="document-found">
        {text}
      </mark>
    ) : (
      <span key={place}>{text}</span>
    );
  });
}
