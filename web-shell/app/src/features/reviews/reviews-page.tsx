import { Card } from "@mantine/core";
import type { IconName } from "@sitewright/ui/icon";
import { AdminTable } from "../../admin/admin";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { DataTable } from "../../ui/data-table";
import { Pager } from "../../ui/list";
import { Panel } from "../../ui/page";
import { sortingOf } from "../../ui/sorting";
import { TextButton } from "../../ui/texts";
import { ToCome } from "../../ui/to-come";
import type { ReviewSummary } from "./reviews";
import "../../admin/admin.css";

const SORTS = ["submitted", "plugin", "publisher"] as const;
const usual = { by: "submitted", order: "asc" } as const;

/** The packages of publishers that wait for a review, oldest first. */
export default function ReviewsPage() {
  const { t, href, dateTime } = useTexts("reviews");
  const list = useList("/api/admin/reviews", (filter) => {
    const { by: sort, order } = sortingOf(filter, SORTS, usual);
    return { query: { sort, order } };
  });
  return (
    <>
      <AdminTable
        title={t("reviews.list.title")}
        lead={list.data ? t("reviews.list.count", { count: list.data.total }) : " "}
        list={list}
        empty={<NoReviews />}
        width={680}
        columns={[
          {
            title: t("reviews.table.package"),
            isHead: true,
            cell: ({ name, version }: ReviewSummary) => `${name} ${version}`,
          },
          { title: t("reviews.table.plugin"), sort: "plugin", cell: ({ plugin }) => plugin },
          { title: t("reviews.table.publisher"), sort: "publisher", cell: ({ publisher }) => publisher },
          {
            title: t("reviews.table.since"),
            sort: "submitted",
            isWhole: true,
            cell: ({ submitted_at }) => dateTime(submitted_at),
          },
        ]}
        keyOf={({ id }) => id}
        sorting={sortingOf(list.filter, SORTS, usual)}
        to={({ id }) => href("adminReview", { review: id })}
      />
      <ListingRequests />
    </>
  );
}

/** The way of a package, while none waits. */
function NoReviews() {
  const { t, href } = useTexts("reviews");
  const station = (name: string, icon: IconName) => ({
    icon,
    name: t(`reviews.way.${name}`),
    text: t(`reviews.way.${name}Text`),
  });
  return (
    <ToCome
      title={t("reviews.list.none")}
      text={t("reviews.list.noneText")}
      stations={[
        station("upload", "upload"),
        station("checks", "shield"),
        { ...station("review", "review"), isHere: true },
        station("catalogue", "tools"),
      ]}
    >
      <TextButton label={t("reviews.list.publishers")} icon="building" to={href("adminPublishers")} />
    </ToCome>
  );
}

/** Plugins with a listing request; nothing if there are none. */
function ListingRequests() {
  const { t, href, dateTime } = useTexts("reviews");
  const { data, pager } = useList("/api/admin/listing-requests", {}, { name: "requests", per: 10 });
  if (!data || data.total === 0) return null;
  return (
    <Panel title={t("reviews.listing.title")} maw={1320} mx="auto" mt="xl">
      <Card withBorder padding={0}>
        <DataTable
          label={t("reviews.listing.title")}
          width={680}
          rows={data.data}
          columns={[
            { title: t("reviews.table.plugin"), isHead: true, cell: ({ plugin }) => plugin },
            { title: t("reviews.table.publisher"), cell: ({ publisher }) => publisher },
            { title: t("reviews.table.since"), cell: ({ created_at }) => dateTime(created_at) },
            { title: t("reviews.table.note"), isLong: true, cell: ({ note }) => note ?? "–" },
          ]}
          keyOf={({ plugin }) => plugin}
          to={({ plugin }) => href("adminPlugin", { plugin })}
        />
      </Card>
      <Pager {...pager} />
    </Panel>
  );
}
