/** Hashtags, mentions and addresses, which networks draw in the link colour. */
const MARKED = /((?<![\p{L}\p{N}_&])[#@][\p{L}\p{N}_]+|https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/gu;

/** A post's text with its hashtags, mentions and addresses coloured; line breaks stay. */
export function RichText({ text }: { text: string }) {
  // Splitting at a group puts the matches at odd indices.
  const pieces = text.split(MARKED).map((piece, place) => ({ piece, place, isMarked: place % 2 === 1 }));
  return pieces.map(({ piece, place, isMarked }) => (
    <span key={place} className={isMarked ? "sw-marked" : undefined}>
      {piece}
    </span>
  ));
}
