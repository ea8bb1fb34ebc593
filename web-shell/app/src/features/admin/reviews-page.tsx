import { Box, Text } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useApi } from "../../api/query";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { AdminList, PER_PAGE } from "./list";
import { ListingRequests } from "./listing-requests";
import type { ReviewSummary } from "./reviews";
import { useFilter } from "./use-filter";

/** The packages of publishers that wait for a reviewer, oldest first. */
export default function ReviewsPage() {
  const { t } = useTranslation("reviews");
  const filter = useFilter();
  const { data } = useApi("/api/admin/reviews", { query: { page: filter.page, per_page: PER_PAGE } });
  return (
    <>
      <AdminList
        title={t("reviews.list.title")}
        lead={data ? t("reviews.list.count", { count: data.total }) : " "}
        filters={null}
        filter={filter}
        data={data}
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
  const { dateTime } = formatsFor(usePageLanguage());
  return (
    <Box component="li" className="admin-item">
      <Box miw={0} flex={1}>
        <Link to={href("adminReview", { review: review.id })} className="admin-link">
          <Text fw={600} truncate>
            {`${review.name} ${review.version}`}
          </Text>
        </Link>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {[
            review.plugin,
            review.publisher,
            t("reviews.list.since", { when: dateTime(review.submitted_at) }),
          ].join(" · ")}
        </Text>
      </Box>
    </Box>
  );
}
