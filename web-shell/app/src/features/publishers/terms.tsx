import { useTexts } from "../../i18n/use-texts";
import "./publishers.css";

const POINTS = ["rights", "honest", "data", "review", "share", "support", "end"] as const;

/** The terms of publishers: version 1, the same number as in the server. */
export function Terms() {
  const { t } = useTexts("partners");
  return (
    <ol className="partner-steps">
      {POINTS.map((point) => (
        <li key={point}>{t(`partners.terms.${point}`)}</li>
      ))}
    </ol>
  );
}
