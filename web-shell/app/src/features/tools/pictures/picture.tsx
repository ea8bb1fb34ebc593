import { familyOf, inkOf, tintOf } from "@sitewright/ui/family";
import { type CSSProperties, lazy, Suspense } from "react";
import { loadTexts } from "../../../i18n/i18n";

// The names of the tools come first; the drawings have their places already.
const Drawing = lazy(async () => {
  const [module] = await Promise.all([import("./drawing"), loadTexts("pictures")]);
  return module;
});

type Props = {
  /** A tool or a group of tools. */
  of: string;
  category: string;
  /** Whether the publisher is the product's own: other tools may have the same ids. */
  isOwn: boolean;
};

/** A small drawing of what a tool makes, in the colours of its family. It is decorative. */
export function Picture({ of, category, isOwn }: Props) {
  const family = familyOf(category);
  const colors = { "--pic-ink": inkOf(family), "--pic-tint": tintOf(family) } as CSSProperties;
  return (
    <div className="pic-stage" style={colors} aria-hidden="true">
      <Suspense>
        <Drawing of={of} family={family} isOwn={isOwn} />
      </Suspense>
    </div>
  );
}
