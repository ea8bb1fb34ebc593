import { Card, Group, SimpleGrid, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ActionDialog, ConfirmButton, ConfirmDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { FormAlert } from "../../ui/form";
import { Dim, Fine, Small, Subtitle, TextButton } from "../../ui/texts";
import { type Post, postActions, postQuery } from "./posts";
import { inputsOf, millisecondsOf, nextHour } from "./schedule";
import { usePublished } from "./status";
import type { PostForm } from "./use-post-form";

type Props = { post: Post; form: PostForm };

/** The state of a post, and what leads to another one. */
export function Publication({ post, form }: Props) {
  const { t } = useTexts("posts");
  const published = usePublished();
  return (
    <Card withBorder padding="md" component="section" aria-label={t("posts.publication.title")}>
      <Subtitle mb={4}>{t("posts.publication.title")}</Subtitle>
      <Small mb="sm">{published(post) || t("posts.publication.draft")}</Small>
      <FormAlert>{form.message}</FormAlert>
      <Group gap="xs">
        {post.status === "published" ? (
          <Shown post={post} form={form} />
        ) : (
          <Publish post={post} form={form} />
        )}
        <Delete post={post} form={form} />
      </Group>
      {form.isChanged && (
        <Fine mt="xs" role="status">
          {t("posts.unsaved")}
        </Fine>
      )}
    </Card>
  );
}

/** Publishes a draft or a scheduled post, now or later. */
function Publish({ post, form }: Props) {
  const { t } = useTexts("posts");
  const [asking, setAsking] = useState<"now" | "later" | null>(null);
  const close = () => setAsking(null);
  const isScheduled = post.status === "scheduled";
  return (
    <>
      <TextButton
        label={t("posts.publication.publish")}
        isMain
        loading={form.busy}
        onClick={() => form.prepare(() => setAsking("now"))}
      />
      <TextButton
        label={t(isScheduled ? "posts.publication.reschedule" : "posts.publication.schedule")}
        icon="clock"
        onClick={() => form.prepare(() => setAsking("later"))}
      />
      {isScheduled && <Withdraw post={post} form={form} />}
      {asking === "now" && (
        <ConfirmDialog
          title={t("posts.publication.ask")}
          text={t("posts.publication.askText", { address: post.url })}
          go={t("posts.publication.publish")}
          color="spruce"
          act={() => form.run(() => postActions.publish(post.id), t("posts.publication.published"))}
          onClose={close}
        />
      )}
      {asking === "later" && <Schedule post={post} form={form} onClose={close} />}
    </>
  );
}

/** Asks for a day and a time in the zone of the reader. */
function Schedule({ post, form: desk, onClose }: Props & { onClose: () => void }) {
  const { t } = useTexts("posts");
  const form = useActionForm(inputsOf(post.publish_at ?? nextHour()));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const schedule = async () => {
    const at = millisecondsOf(form.values);
    const next = await postActions.publish(post.id, at);
    await desk.run(async () => next, t("posts.publication.scheduled"));
  };
  return (
    <ActionDialog
      title={t("posts.publication.when")}
      go={t("posts.publication.schedule")}
      onClose={onClose}
      {...form.does(schedule)}
    >
      <SimpleGrid cols={2}>
        <TextInput
          type="date"
          data-autofocus
          {...form.needs("date", t("posts.publication.date"))}
          error={form.errors.at}
        />
        <TextInput type="time" {...form.needs("time", t("posts.publication.time"))} />
      </SimpleGrid>
      <Dim>{t("posts.publication.zone", { zone: timeZone.replaceAll("_", " ") })}</Dim>
    </ActionDialog>
  );
}

function Shown({ post, form }: Props) {
  const { t } = useTexts("posts");
  return (
    <>
      <TextButton label={t("posts.publication.open")} outside={post.url} />
      <Withdraw post={post} form={form} />
    </>
  );
}

function Withdraw({ post, form }: Props) {
  const { t } = useTexts("posts");
  const isPublished = post.status === "published";
  return (
    <ConfirmButton
      label={t("posts.publication.withdraw")}
      title={t("posts.publication.withdrawAsk")}
      text={t(isPublished ? "posts.publication.withdrawText" : "posts.publication.withdrawScheduled")}
      act={() => form.run(() => postActions.withdraw(post.id), t("posts.publication.withdrawn"))}
    />
  );
}

function Delete({ post, form }: Props) {
  const { t, href } = useTexts("posts");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await postActions.delete(post.id);
    form.release();
    await navigate(href("adminPosts"));
    queries.removeQueries(postQuery(post.id));
  };
  return (
    <ConfirmButton
      label={t("posts.delete.go")}
      isDanger
      variant="subtle"
      title={t("posts.delete.ask")}
      text={t(post.published_at ? "posts.delete.textPublished" : "posts.delete.text")}
      done={t("posts.delete.done")}
      act={remove}
    />
  );
}
