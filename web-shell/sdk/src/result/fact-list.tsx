import { Icon, VisuallyHidden } from "@sitewright/ui";
import { useSdkTexts } from "../texts";
import type { UsedFact } from "./used-facts";
import "./bench.css";

/** Facts, each with whether a text contains it. */
export function FactList({ facts, language }: { facts: UsedFact[]; language: string | undefined }) {
  const t = useSdkTexts();
  return (
    <ul className="sw-bench-list">
      {facts.map(({ text, isUsed }) => (
        <li key={text} data-missing={!isUsed || undefined}>
          <Icon name={isUsed ? "check" : "close"} size={14} />
          <span lang={language}>{text}</span>
          <VisuallyHidden>{t(isUsed ? "sdk.bench.factUsed" : "sdk.bench.factMissing")}</VisuallyHidden>
        </li>
      ))}
    </ul>
  );
}
