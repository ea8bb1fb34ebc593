import { Card } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Pager } from "../../ui/list";
import { Loading, Panel } from "../../ui/page";
import { Dim } from "../../ui/texts";
import { type AddressFacts, auditQuery } from "./audits";
import { FINDINGS, FindingActions } from "./finding-actions";
import { FindingItem } from "./finding-item";

/** What was found on a page. */
export function AddressFindings({ audit, address }: { audit: string; address: AddressFacts }) {
  const { t } = useTexts("audits");
  const { data, pager } = useList(
    "/api/audits/{id}/findings",
    { path: { id: audit }, query: { page_number: address.number } },
    { name: "findings" },
  );
  const of = useQuery(auditQuery(audit)).data;
  return (
    <Panel title={t("audits.page.findings")} id={FINDINGS} className="audit-rules">
      {!data && <Loading h={160} radius="lg" />}
      {data?.total === 0 && <Dim>{t("audits.page.noFindings")}</Dim>}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <ul className="audit-findings" aria-label={t("audits.page.findings")}>
            {data.data.map((finding) => (
              <FindingItem key={finding.rule} audit={{ id: audit }} finding={finding} shows={["rule"]}>
                {of && <FindingActions audit={of} finding={finding} isOfPage />}
              </FindingItem>
            ))}
          </ul>
        </Card>
      )}
      <Pager {...pager} />
    </Panel>
  );
}
