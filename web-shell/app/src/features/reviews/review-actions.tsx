import { Radio, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { ActionRow, TryLink } from "../../admin/admin";
import { AudienceFields, audienceOf, FIRST } from "../../admin/audience-fields";
import { ActionDialog, useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { FormAlert } from "../../ui/form";
import { Section } from "../../ui/page";
import { TextButton, TextLink } from "../../ui/texts";
import { fileOf, type Review, reviewActions } from "./reviews";

const REASON_CHARS = 4000;

/** Trying a package, letting it in, and sending it back. */
export function ReviewActions({ review }: { review: Review }) {
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
  const { message, busy, act } = useAction();
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
            loading={busy}
            onClick={() => act(() => reviewActions.tryOut(review.id), t("reviews.deeds.tryDone"))}
          />
        )}
      </ActionRow>
    </>
  );
}

type Props = { review: Review; onClose: () => void };

function Approve({ review, onClose }: Props) {
  const { t } = useTexts("reviews");
  const [isListed, setListed] = useState(true);
  const [choice, setChoice] = useState(FIRST);
  const form = useActionForm({});
  return (
    <ActionDialog
      title={t("reviews.deeds.approve")}
      onClose={onClose}
      of={form}
      act={() => reviewActions.approve(review.id, isListed, audienceOf(choice))}
      done={t("reviews.deeds.approveDone")}
      go={t("reviews.deeds.approveGo")}
    >
      <Text size="sm">{t("reviews.deeds.approveAll")}</Text>
      <Radio.Group
        label={t("reviews.deeds.listing")}
        value={isListed ? "listed" : "unlisted"}
        onChange={(value) => setListed(value === "listed")}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="listed" label={t("reviews.deeds.listed")} />
          <Radio value="unlisted" label={t("reviews.deeds.unlisted")} />
        </Stack>
      </Radio.Group>
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
      of={form}
      act={() => reviewActions.sendBack(review.id, form.values.reason_en, form.values.reason_pl)}
      done={t("reviews.deeds.returnDone")}
      go={t("reviews.deeds.returnGo")}
    >
      <Text size="sm">{t("reviews.deeds.returnLanguages")}</Text>
      {(["en", "pl"] as const).map((language, place) => (
        <Textarea
          key={language}
          data-autofocus={place === 0 ? true : undefined}
          autosize
          minRows={3}
          maxLength={REASON_CHARS}
          label={t(`reviews.reason.${language}`)}
          {...form.field(`reason_${language}`)}
        />
      ))}
    </ActionDialog>
  );
}
