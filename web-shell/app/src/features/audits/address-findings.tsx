import { Card } from "@mantine/core";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Pager } from "../../ui/list";
import { Loading, Panel } from "../../ui/page";
import { Dim } from "../../ui/texts";
import type { AddressFacts } from "./audits";
import { FindingItem } from "./finding-item";

/** What was found on a page. */
export function AddressFindings({ audit, address }: { audit: string; address: AddressFacts }) {
  const { t } = useTexts("audits");
  const { data, pager } = useList(
    "/api/audits/{id}/findings",
    { path: { id: audit }, query: { page_number: address.number } },
    { name: "findings" },
  );
  return (
    <Panel title={t("audits.page.findings")}>
      {!data && <Loading h={160} radius="lg" />}
      {data?.total === 0 && <Dim>{t("audits.page.noFindings")}</Dim>}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <ul className="audit-findings" aria-label={t("audits.page.findings")}>
            {data.data.map((finding) => (
              <FindingItem key={finding.rule} audit={{ id: audit }} finding={finding} shows={["rule"]} />
            ))}
          </ul>
        </Card>
      )}
      <Pager {...pager} />
    </Panel>
  );
}
