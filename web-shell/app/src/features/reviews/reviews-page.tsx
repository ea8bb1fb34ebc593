import { Card } from "@mantine/core";
import { AdminItem, AdminList } from "../../admin/admin";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Pager } from "../../ui/list";
import { Panel } from "../../ui/page";
import { Line } from "../../ui/texts";
import type { ReviewSummary } from "./reviews";
import "../../admin/admin.css";

/** The packages of publishers that wait for a review, oldest first. */
export default function ReviewsPage() {
  const { t } = useTexts("reviews");
  const list = useList("/api/admin/reviews", {});
  return (
    <>
      <AdminList
        title={t("reviews.list.title")}
        lead={list.data ? t("reviews.list.count", { count: list.data.total }) : " "}
        list={list}
        empty={{ icon: "check", title: t("reviews.list.none"), text: t("reviews.list.noneText") }}
      >
        {(review) => <Row key={review.id} review={review} />}
      </AdminList>
      <ListingRequests />
    </>
  );
}

function Row({ review }: { review: ReviewSummary }) {
  const { t, href, dateTime } = useTexts("reviews");
  return (
    <AdminItem name={`${review.name} ${review.version}`} to={href("adminReview", { review: review.id })}>
      <Line
        of={[
          review.plugin,
          review.publisher,
          t("reviews.list.since", { when: dateTime(review.submitted_at) }),
        ]}
      />
    </AdminItem>
  );
}

/** Plugins with a listing request; nothing if there are none. */
function ListingRequests() {
  const { t, href, dateTime } = useTexts("reviews");
  const { data, pager } = useList("/api/admin/listing-requests", {}, { name: "requests", per: 10 });
  if (!data || data.total === 0) return null;
  return (
    <Panel title={t("reviews.listing.title")} maw={1000} mx="auto" mt="xl">
      <Card withBorder padding={0}>
        <ul className="admin-list">
          {data.data.map(({ plugin, publisher, note, created_at }) => (
            <AdminItem key={plugin} name={plugin} to={href("adminPlugin", { plugin })}>
              <Line of={[publisher, t("reviews.list.since", { when: dateTime(created_at) }), note]} />
            </AdminItem>
          ))}
        </ul>
      </Card>
      <Pager {...pager} />
    </Panel>
  );
}
