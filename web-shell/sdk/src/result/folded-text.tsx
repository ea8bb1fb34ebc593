import { UnstyledButton } from "@sitewright/ui";
import { type ReactNode, useState } from "react";
import { type Fold, folded } from "./fold";
import { RichText } from "./rich-text";
import "./preview.css";

type Props = Fold & {
  text: string;
  language?: string;
  /** What the button says that shows the rest, and the one that hides it again. */
  more: string;
  less: string;
  /** Stands before the text, on its first line. */
  lead?: ReactNode;
};

/** After a whole sentence a feed shows no second sign: ".…" reads like a slip. */
const ellipsisAfter = (shown: string) => (/[.!?…]$/.test(shown) ? " …" : "…");

/** A post's text as a feed shows it: folded where it is too long, opened by a button. */
export function FoldedText({ text, language, more, less, lead, ...fold }: Props) {
  const [open, setOpen] = useState(false);
  const { shown, hidden } = folded(text, fold);
  return (
    <div className="sw-folded">
      <span lang={language} dir="auto">
        {lead}
        <RichText text={open ? text : shown} />
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
