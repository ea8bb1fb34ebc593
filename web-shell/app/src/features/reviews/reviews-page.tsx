import { Box, Card, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { AdminList } from "../../admin/admin";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Pager } from "../../ui/list";
import { Line } from "../../ui/texts";
import type { ReviewSummary } from "./reviews";
import "../../admin/admin.css";

/** The packages of publishers that wait for a reviewer, oldest first. */
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

/** Plugins whose publishers ask for a place in the lists; nothing where none does. */
function ListingRequests() {
  const { t, href, dateTime } = useTexts("reviews");
  const { data, pager } = useList("/api/admin/listing-requests", {}, { name: "requests", per: 10 });
  if (!data || data.total === 0) return null;
  const title = t("reviews.listing.title");
  return (
    <Stack component="section" aria-label={title} gap="sm" maw={1000} mx="auto" mt="xl">
      <Title order={2} size="h3">
        {title}
      </Title>
      <Card withBorder padding={0}>
        <ul className="admin-list">
          {data.data.map(({ plugin, publisher, note, created_at }) => (
            <Box component="li" className="admin-item" key={plugin}>
              <Box miw={0} flex={1}>
                <Link to={href("adminPlugin", { plugin })} className="admin-link">
                  <Text fw={600} truncate>
                    {plugin}
                  </Text>
                </Link>
                <Line of={[publisher, t("reviews.list.since", { when: dateTime(created_at) }), note]} />
              </Box>
            </Box>
          ))}
        </ul>
      </Card>
      <Pager {...pager} />
    </Stack>
  );
}
