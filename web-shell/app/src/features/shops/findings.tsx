import { UnstyledButton } from "@mantine/core";
import { useApi } from "../../api/client";
import { useHeard } from "../../api/live";
import { useTexts } from "../../i18n/use-texts";
import { Loading } from "../../ui/page";
import { type Found, type Shop, useNames } from "./shops";

const FINDINGS = ["missing", "thin", "duplicate"] as const;
export type Finding = (typeof FINDINGS)[number];
export type Problem = { finding: Finding; field: string; count: number };

/** Fields whose findings have texts of their own, the most important first. */
const KNOWN = ["html", "short-html", "html-bottom", "title", "seo-title", "seo-description", "alt"];
/** Fields that a shop fills by itself, or that nothing is written for. */
const LEFT_OUT = ["slug", "seo-keywords"];
const POLL_MS = 10_000;

export const useFindings = (shop: Shop) =>
  useApi(
    "/api/shops/{id}/findings",
    { path: { id: shop.id } },
    { throwOnError: false, ...useHeard(POLL_MS) },
  );

/** What is missing in the texts of a kind in a language. */
export function problemsOf(found: Found[], kind: string, language: string): Problem[] {
  const place = (field: string) => (KNOWN.includes(field) ? KNOWN.indexOf(field) : KNOWN.length);
  return found
    .filter((one) => one.kind === kind && one.language === language && !LEFT_OUT.includes(one.field))
    .sort((a, b) => place(a.field) - place(b.field))
    .flatMap((one) => FINDINGS.map((finding) => ({ finding, field: one.field, count: one[finding] })))
    .filter(({ count, finding, field }) => count > 0 && !(finding === "duplicate" && field === "alt"));
}

/** A finding in the address. */
export const nameOf = ({ finding, field }: Pick<Problem, "finding" | "field">) => `${finding}.${field}`;
export function findingOf(name: string) {
  const [finding, field] = name.split(/\.(.*)/);
  const known = FINDINGS.find((one) => one === finding);
  return known && field ? { finding: known, field } : null;
}

type Props = {
  problems: Problem[] | undefined;
  shop: Shop;
  kind: string;
  chosen: string;
  onChoose: (name: string) => void;
};

/** What is missing, to be selected with one press. */
export function Findings({ problems, shop, kind, chosen, onChoose }: Props) {
  const { t } = useTexts("shops");
  const describe = useDescribe(shop, kind);
  const { number } = useTexts();
  if (!problems) return <Loading h={72} radius="lg" />;
  if (problems.length === 0) return null;
  return (
    <ul className="shop-findings" aria-label={t("shops.finding.title")}>
      {problems.map((problem) => {
        const name = nameOf(problem);
        return (
          <li key={name}>
            <UnstyledButton
              className="shop-finding"
              aria-pressed={chosen === name}
              onClick={() => onChoose(chosen === name ? "" : name)}
            >
              <strong>{number(problem.count)}</strong>
              <span>{describe(problem)}</span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}

/** A finding as the end of a sentence that begins with its number. */
function useDescribe(shop: Shop, kind: string) {
  const { t } = useTexts("shops");
  const { fieldName } = useNames(shop);
  return ({ finding, field, count }: Problem) => {
    const known = KNOWN.includes(field) ? field : "other";
    return t(`shops.finding.${finding}.${known}`, { count, field: fieldName(kind, field) });
  };
}
