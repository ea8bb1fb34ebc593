import { UnstyledButton } from "@sitewright/ui";
import { type ReactNode, useState } from "react";
import { type Fold, folded } from "./fold";
import { RichText } from "./rich-text";
import "./preview.css";

type Props = Fold & {
  text: string;
  language?: string;
  /** The labels of the buttons that show the rest and hide it again. */
  more: string;
  less: string;
  /** Placed before the text, on its first line. */
  lead?: ReactNode;
};

/** After a whole sentence a feed adds no second mark: ".…" would look like an error. */
const ellipsisAfter = (shown: string) => (/[.!?…]$/.test(shown) ? " …" : "…");

/** A post's text as in a feed: folded if it is too long, expanded by a button. */
export function FoldedText({ text, language, more, less, lead, ...fold }: Props) {
  const [open, setOpen] = useState(false);
  const { shown, hidden } = folded(text, fold);
  return (
    <div className="sw-folded">
      <span lang={language} dir="auto">
        {lead}
        <RichText text={shown} />
        {open && (
          <>
            <span className="sw-fold" aria-hidden="true" />
            <RichText text={hidden} />
          </>
        )}
        {hidden && !open && ellipsisAfter(shown)}
      </span>
      {hidden && (
        <>
          {" "}
          <UnstyledButton className="sw-more" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? less : more}
          </UnstyledButton>
        </>
      )}
    </div>
  );
}
