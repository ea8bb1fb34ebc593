import { Box, Text } from "@mantine/core";
import { useParams } from "react-router";
import { Facts } from "../../admin/admin";
import { useLoaded } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { DetailPage, Notice, Section } from "../../ui/page";
import { StateBadge, SUBMISSION_MARKS } from "../../ui/state-badge";
import { ReviewActions } from "./review-actions";
import { type Review, reviewQuery } from "./reviews";
import "../../admin/admin.css";
import "../../admin/versions.css";

/** A package that waits for a reviewer: what it is, what it may do, what is in it, and the decision. */
export default function ReviewPage() {
  const { review: id = "" } = useParams();
  const review = useLoaded(reviewQuery(id));
  const { t, href } = useTexts("reviews");
  const title = [review.plugin ?? review.digest.slice(0, 12), review.version].filter(Boolean).join(" ");
  return (
    <DetailPage
      name={title}
      list={t("reviews.list.title")}
      back={href("adminReviews")}
      marks={
        <StateBadge mark={SUBMISSION_MARKS[review.state]}>{t(`reviews.state.${review.state}`)}</StateBadge>
      }
    >
      {review.note && (
        <Notice title={t("reviews.one.note")}>
          <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{review.note}</Text>
        </Notice>
      )}
      <About review={review} />
      {review.facts && <Permissions review={review} />}
      {review.facts && <Contents facts={review.facts} />}
      <Decision review={review} />
      {review.state === "submitted" && <ReviewActions review={review} />}
    </DetailPage>
  );
}

function About({ review }: { review: Review }) {
  const { t, dateTime, number } = useTexts("reviews");
  const { sender, facts } = review;
  return (
    <Section title={t("reviews.one.about")}>
      <Facts
        facts={[
          [t("reviews.one.publisher"), `${sender.name} (${sender.id})`],
          [t("reviews.one.level"), t(`plugins.level.${sender.level}`)],
          [t("reviews.one.approved"), number(sender.approved)],
          [t("reviews.one.contact"), sender.contact],
          [t("reviews.one.website"), sender.website],
          [t("reviews.one.country"), sender.country],
          [t("reviews.one.category"), facts?.category],
          [
            t("reviews.one.kind"),
            facts && t(facts.is_template ? "reviews.one.template" : "reviews.one.component"),
          ],
          [t("reviews.one.contract"), facts?.contract],
          [t("reviews.one.key"), facts?.key],
          [t("reviews.one.serves"), review.serves ?? t("reviews.one.isNew")],
          [t("reviews.one.submitted"), review.submitted_at && dateTime(review.submitted_at)],
          [t("reviews.one.digest"), review.digest],
        ]}
      />
    </Section>
  );
}

type Permission = Review["more"][number];

function List({ title, permissions }: { title: string; permissions: Permission[] }) {
  if (permissions.length === 0) return null;
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <ul className="review-list">
        {permissions.map((one) => (
          <li key={one.import}>{one.title}</li>
        ))}
      </ul>
    </div>
  );
}

function Permissions({ review }: { review: Review }) {
  const { t } = useTexts("reviews");
  const all = review.facts?.permissions ?? [];
  return (
    <Section title={t("reviews.permissions.title")}>
      {all.length === 0 && <Text>{t("reviews.permissions.none")}</Text>}
      <List title={t("reviews.permissions.all")} permissions={all} />
      {review.serves && <List title={t("reviews.permissions.more")} permissions={review.more} />}
      {review.serves && <List title={t("reviews.permissions.less")} permissions={review.less} />}
      {review.serves && review.more.length === 0 && <Text>{t("reviews.permissions.noMore")}</Text>}
    </Section>
  );
}

function Contents({ facts }: { facts: NonNullable<Review["facts"]> }) {
  const { t, number } = useTexts("reviews");
  return (
    <Section
      title={t("reviews.contents.title")}
      lead={t("reviews.contents.good", { count: facts.examples.length })}
    >
      {facts.texts.map(({ language, name, summary }) => (
        <div key={language} lang={language}>
          <Text fw={600}>{name}</Text>
          <Text size="sm">{summary}</Text>
        </div>
      ))}
      <div>
        <Text fw={600}>{t("reviews.contents.files")}</Text>
        <ul className="review-list">
          {facts.files.map(({ path, bytes }) => (
            <li key={path}>
              <code>{path}</code> {t("reviews.contents.bytes", { bytes: number(bytes) })}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

function Decision({ review }: { review: Review }) {
  const { t } = useTexts("reviews");
  const said = [review.reason_en, review.reason_pl].filter((text) => text !== null);
  if (said.length === 0) return null;
  return (
    <Section title={t("reviews.one.said")}>
      {said.map((text) => (
        <Box key={text} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {text}
        </Box>
      ))}
    </Section>
  );
}
