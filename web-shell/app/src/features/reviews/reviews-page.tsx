import { Box, Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AdminList } from "../../admin/admin-list";
import { useList } from "../../api/use-list";
import { useHref } from "../../i18n/use-page-language";
import { Line } from "../../ui/texts";
import { ListingRequests } from "./listing-requests";
import type { ReviewSummary } from "./reviews";

/** The packages of publishers that wait for a reviewer, oldest first. */
export default function ReviewsPage() {
  const { t } = useTranslation("reviews");
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
  const { t } = useTranslation("reviews");
  const href = useHref();
  const { dateTime } = useFormats();
  return (
    <Box component="li" className="admin-item">
      <Box miw={0} flex={1}>
        <Link to={href("adminReview", { review: review.id })} className="admin-link">
          <Text fw={600} truncate>
            {`${review.name} ${review.version}`}
          </Text>
        </Link>
        <Line
          of={[
            review.plugin,
            review.publisher,
            t("reviews.list.since", { when: dateTime(review.submitted_at) }),
          ]}
        />
      </Box>
    </Box>
  );
}
