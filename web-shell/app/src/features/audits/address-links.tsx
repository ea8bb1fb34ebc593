import { Card } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { DataTable, Two } from "../../ui/data-table";
import { Pager } from "../../ui/list";
import { Loading, Panel } from "../../ui/page";
import { Parts } from "../../ui/parts";
import { Dim } from "../../ui/texts";
import { type AddressFacts, hostOf, pathOf } from "./audits";
import { StatusBadge } from "./marks";
import { useWords } from "./words";

const WAYS = ["in", "out"] as const;

/** The links to a page and from it. */
export function AddressLinks({ audit, address }: { audit: string; address: AddressFacts }) {
  const { t } = useTexts("audits");
  const words = useWords();
  const { number } = address;
  const host = hostOf(address.url);
  const [search] = useSearchParams();
  const way = WAYS.find((one) => one === search.get("links")) ?? "in";
  const { data, pager } = useList(
    "/api/audits/{id}/pages/{number}/links",
    { path: { id: audit, number }, query: { direction: way } },
    { name: "link" },
  );
  return (
    <Panel title={t("audits.links.title")}>
      <Parts
        label={t("audits.links.title")}
        parts={WAYS.map((one) => ({
          to: `${words.addressHref(audit, number)}&links=${one}`,
          label: t(`audits.links.${one}`),
          isCurrent: one === way,
        }))}
      />
      {!data && <Loading h={240} radius="lg" />}
      {data?.total === 0 && <Dim>{t(`audits.links.none.${way}`)}</Dim>}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <DataTable
            label={t(`audits.links.${way}`)}
            width={680}
            columns={[
              {
                title: t("audits.links.address"),
                isHead: true,
                isLong: true,
                cell: ({ url, title }) => <Two of={[hostOf(url) === host ? pathOf(url) : url, title]} />,
              },
              { title: t("audits.links.text"), isLong: true, cell: ({ text }) => text || "–" },
              { title: t("audits.links.place"), cell: ({ place }) => t(`audits.links.places.${place}`) },
              {
                title: t("audits.links.rel"),
                cell: ({ nofollow }) => (nofollow ? "nofollow" : ""),
              },
              { title: t("audits.pages.status"), cell: ({ status }) => <StatusBadge status={status} /> },
            ]}
            rows={data.data.map((link, place) => ({ ...link, place_of_row: place }))}
            keyOf={({ place_of_row }) => String(place_of_row)}
            to={({ page }) => (page === null ? null : words.addressHref(audit, page))}
          />
        </Card>
      )}
      <Pager {...pager} />
    </Panel>
  );
}
