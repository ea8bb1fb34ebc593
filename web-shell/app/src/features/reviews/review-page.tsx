import { Box, Text } from "@mantine/core";
import { useState } from "react";
import { useParams } from "react-router";
import { ActionRow, Facts, TryLink } from "../../admin/admin";
import { AudienceFields, audienceOf, FIRST } from "../../admin/audience-fields";
import { useLoaded } from "../../api/client";
import { ActionDialog, useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { FormAlert } from "../../ui/form";
import { LongText } from "../../ui/long-text";
import { DetailPage, Notice, Section } from "../../ui/page";
import { RadioChoice } from "../../ui/radio-choice";
import { StateBadge, SUBMISSION_MARKS } from "../../ui/state-badge";
import { Small, TextButton, TextLink } from "../../ui/texts";
import { fileOf, type Review, reviewActions, reviewQuery } from "./reviews";
import "../../admin/admin.css";
import "../../admin/versions.css";

const REASON_CHARS = 4000;

type Props = { review: Review; onClose: () => void };

/** A package that waits for a review: its details, permissions, contents, and the decision. */
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
          <Small>{summary}</Small>
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

/** Trying a package, approving it, and returning it. */
function ReviewActions({ review }: { review: Review }) {
  const { t } = useTexts("reviews");
  return (
    <Section title={t("reviews.deeds.title")}>
      <div>
        <ActionRow title={t("reviews.deeds.file")} text={t("reviews.deeds.fileText")}>
          <TextButton label={t("reviews.deeds.fileGo")} file={fileOf(review.id)} />
        </ActionRow>
        <ActionRow title={t("reviews.deeds.trial")} text={t("reviews.deeds.trialText")}>
          <TryLink tried={{ package: review.digest, review: review.id }} />
        </ActionRow>
        <Try review={review} />
        <ActionRow
          title={t("reviews.deeds.approve")}
          text={t(review.may_approve ? "reviews.deeds.approveText" : "reviews.deeds.own")}
        >
          <DialogButton label={t("reviews.deeds.approveGo")} isMain disabled={!review.may_approve}>
            {(close) => <Approve review={review} onClose={close} />}
          </DialogButton>
        </ActionRow>
        <ActionRow title={t("reviews.deeds.return")} text={t("reviews.deeds.returnText")}>
          <DialogButton label={t("reviews.deeds.returnGo")}>
            {(close) => <SendBack review={review} onClose={close} />}
          </DialogButton>
        </ActionRow>
      </div>
    </Section>
  );
}

function Try({ review }: { review: Review }) {
  const { t, href } = useTexts("reviews");
  const { message, press } = useAction();
  return (
    <>
      <FormAlert>{message}</FormAlert>
      <ActionRow
        title={t("reviews.deeds.try")}
        text={t(review.tried ? "reviews.deeds.tried" : "reviews.deeds.tryText")}
      >
        {review.tried && review.plugin ? (
          <TextLink to={href("tool", { tool: review.plugin })}>{t("reviews.deeds.open")}</TextLink>
        ) : (
          <TextButton
            label={t("reviews.deeds.tryGo")}
            {...press(() => reviewActions.tryOut(review.id), t("reviews.deeds.tryDone"))}
          />
        )}
      </ActionRow>
    </>
  );
}

function Approve({ review, onClose }: Props) {
  const { t } = useTexts("reviews");
  const [isListed, setListed] = useState(true);
  const [choice, setChoice] = useState(FIRST);
  const form = useActionForm({});
  return (
    <ActionDialog
      title={t("reviews.deeds.approve")}
      onClose={onClose}
      {...form.does(
        () => reviewActions.approve(review.id, isListed, audienceOf(choice)),
        t("reviews.deeds.approveDone"),
      )}
      go={t("reviews.deeds.approveGo")}
    >
      <Small>{t("reviews.deeds.approveAll")}</Small>
      <RadioChoice
        label={t("reviews.deeds.listing")}
        values={["listed", "unlisted"]}
        text={(value) => t(`reviews.deeds.${value}`)}
        value={isListed ? "listed" : "unlisted"}
        onChange={(value) => setListed(value === "listed")}
      />
      <AudienceFields choice={choice} errors={form.errors} onChange={setChoice} />
    </ActionDialog>
  );
}

function SendBack({ review, onClose }: Props) {
  const { t } = useTexts("reviews");
  const form = useActionForm({ reason_en: "", reason_pl: "" });
  return (
    <ActionDialog
      title={t("reviews.deeds.return")}
      onClose={onClose}
      {...form.does(
        () => reviewActions.sendBack(review.id, form.values.reason_en, form.values.reason_pl),
        t("reviews.deeds.returnDone"),
      )}
      go={t("reviews.deeds.returnGo")}
    >
      <Small>{t("reviews.deeds.returnLanguages")}</Small>
      {(["en", "pl"] as const).map((language, place) => (
        <LongText
          key={language}
          data-autofocus={place === 0 ? true : undefined}
          minRows={3}
          maxLength={REASON_CHARS}
          {...form.field(`reason_${language}`, t(`reviews.reason.${language}`))}
        />
      ))}
    </ActionDialog>
  );
}
