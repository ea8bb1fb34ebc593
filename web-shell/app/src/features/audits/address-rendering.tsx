import { Table } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { Section } from "../../ui/page";
import { Dim, TextLink } from "../../ui/texts";
import { useWritten } from "./address-facts";
import type { AddressFacts } from "./audits";

/** What is compared: a fact of the page as it was sent, and one of the page as a browser shows it. */
const COMPARED = [
  ["title", "text"],
  ["canonical", "text"],
  ["noindex", "flag"],
  ["words", "number"],
  ["links", "number"],
] as const;

/** What only a browser measures. */
const MEASURED = [
  ["fcp_ms", "ms"],
  ["lcp_ms", "ms"],
  ["cls", "thousandths"],
  ["tbt_ms", "ms"],
  ["requests", "number"],
  ["transfer_bytes", "bytes"],
  ["exceptions", "number"],
  ["overflow_px", "number"],
] as const;

/** The page as it was sent beside the page as a browser shows it, and what was measured there. */
export function AddressRendering({ address }: { address: AddressFacts }) {
  const { t } = useTexts("audits");
  const { rendering } = address;
  if (!rendering) return null;
  const isRendered = rendering.state === "rendered";
  const lead = isRendered ? { lead: t("audits.rendering.lead") } : {};
  return (
    <Section title={t("audits.rendering.title")} {...lead}>
      {isRendered ? (
        <>
          <Compared address={address} shown={rendering.facts} />
          <Measured shown={rendering.facts} />
        </>
      ) : (
        <NotRendered state={rendering.state} problem={rendering.problem} />
      )}
    </Section>
  );
}

function NotRendered({ state, problem }: { state: string; problem: string }) {
  const { t, i18n, href } = useTexts("audits");
  const known = `audits.rendering.problem.${problem}`;
  if (state === "failed") {
    const reason = i18n.exists(known) ? t(known) : problem;
    return <Dim>{t("audits.rendering.failed", { reason })}</Dim>;
  }
  return (
    <>
      <Dim>{t(`audits.rendering.${state}`)}</Dim>
      {state !== "unconnected" && (
        <TextLink to={href("auditSettings")} size="sm">
          {t("audits.settings.title")}
        </TextLink>
      )}
    </>
  );
}

type Shown = Record<string, unknown>;

function Compared({ address: { facts }, shown }: { address: AddressFacts; shown: Shown }) {
  const { t } = useTexts("audits");
  const write = useWritten();
  return (
    <Table layout="fixed" aria-label={t("audits.rendering.compared")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th scope="col">{t("audits.rendering.sent")}</Table.Th>
          <Table.Th scope="col">{t("audits.rendering.shown")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {COMPARED.map(([name, kind]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{t(`audits.fact.${name}`)}</Table.Th>
            {[facts[name], shown[name]].map((value, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the two columns stay.
              <Table.Td key={place} style={{ overflowWrap: "anywhere" }}>
                {write(value, kind) ?? "–"}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Measured({ shown }: { shown: Shown }) {
  const { t } = useTexts("audits");
  const write = useWritten();
  return (
    <dl className="audit-facts">
      {MEASURED.map(([name, kind]) => (
        <div key={name}>
          <dt>{t(`audits.rendering.figure.${name}`)}</dt>
          <dd>{write(shown[name], kind) ?? t("audits.rendering.unmeasured")}</dd>
        </div>
      ))}
    </dl>
  );
}
