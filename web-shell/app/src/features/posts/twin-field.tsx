import { Group, Select, Stack } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useApi } from "../../api/client";
import { ActionDialog, ConfirmDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import type { Language } from "../../paths";
import { Dim, TextButton, TextLink } from "../../ui/texts";
import { type Post, type PostSummary, postActions } from "./posts";
import type { PostForm } from "./use-post-form";

type Props = { post: Post; form: PostForm };

/** Posts of the other language, and translations, that a list offers. */
const OFFERED = 100;

const otherOf = (language: Language): Language => (language === "en" ? "pl" : "en");

/** The same text in the other language: chosen among the posts, or created. */
export function TwinField({ post, form }: Props) {
  const { t, href } = useTexts("posts");
  const [isCreating, setCreating] = useState(false);
  const [asked, setAsked] = useState<PostSummary | null>(null);
  const language = otherOf(post.language);
  const query = { kind: post.kind, language, page: 1, per_page: OFFERED };
  const { data, refetch } = useApi("/api/admin/posts", { query }, { throwOnError: false });
  const titleOf = (title: string | null) => title || t("posts.untitled");
  /** Whether it is the translation of another post. */
  const isTaken = ({ twin_id }: PostSummary) => twin_id !== null && twin_id !== post.id;
  const label = (one: PostSummary) =>
    isTaken(one)
      ? t("posts.twin.of", { title: titleOf(one.title), other: titleOf(one.twin_title) })
      : titleOf(one.title);
  const choose = (id: string | null) => {
    const one = data?.data.find((one) => one.id === id);
    if (one && isTaken(one)) setAsked(one);
    else form.set({ twin_id: id, takes_twin: false });
  };
  const { twin_id: twin } = form.values;
  return (
    <Stack gap={6}>
      <Select
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("posts.twin.none") }}
        placeholder={t("posts.twin.none")}
        description={t("posts.twin.help")}
        nothingFoundMessage={t("posts.twin.noneFound")}
        data={(data?.data ?? []).map((one) => ({ value: one.id, label: label(one) }))}
        {...form.field("twin_id", t(`posts.twin.in.${language}`))}
        onChange={choose}
        onDropdownOpen={refetch}
      />
      <Group gap="xs">
        {twin && (
          <TextLink to={href("adminPost", { post: twin })} size="xs">
            {t("posts.twin.open")}
          </TextLink>
        )}
        {!twin && (
          <TextButton
            label={t(`posts.twin.create.${language}`)}
            size="xs"
            icon="add"
            onClick={() => setCreating(true)}
          />
        )}
      </Group>
      {asked && (
        <ConfirmDialog
          title={t("posts.twin.ask")}
          text={t("posts.twin.askText", {
            title: titleOf(asked.title),
            other: titleOf(asked.twin_title),
          })}
          go={t("posts.twin.takeOver")}
          color="spruce"
          changed={null}
          act={async () => form.set({ twin_id: asked.id, takes_twin: true })}
          onClose={() => setAsked(null)}
        />
      )}
      {isCreating && <CreateTwin post={post} form={form} onClose={() => setCreating(false)} />}
    </Stack>
  );
}

const EMPTY = "empty";

/** Creates the post of the other language from a translation in the archive, or with an empty text. */
function CreateTwin({ post, form, onClose }: Props & { onClose: () => void }) {
  const { t } = useTexts("posts");
  const query = { tool: "translate", sort: "newest", page: 1, per_page: OFFERED } as const;
  const { data } = useApi("/api/documents", { query }, { throwOnError: false, gcTime: 0 });
  if (!data) return null;
  return (
    <CreateForm
      post={post}
      desk={form}
      translations={data.data.map(({ id, title }) => ({ value: id, label: title || t("posts.untitled") }))}
      onClose={onClose}
    />
  );
}

type CreateProps = {
  post: Post;
  desk: PostForm;
  translations: { value: string; label: string }[];
  onClose: () => void;
};

function CreateForm({ post, desk, translations, onClose }: CreateProps) {
  const { t, href } = useTexts("posts");
  const navigate = useNavigate();
  const language = otherOf(post.language);
  const form = useActionForm({ document_id: translations[0]?.value ?? EMPTY });
  const create = async () => {
    const { document_id } = form.values;
    const isEmpty = document_id === EMPTY;
    const { kind } = post;
    const made = await postActions.create({ kind, language, ...(!isEmpty && { document_id }) });
    // The form shows no other version, even if it is not saved yet.
    await postActions.change(made.id, { twin_id: post.id, takes_twin: post.twin_id !== null });
    desk.release();
    await navigate(href("adminPost", { post: made.id }));
  };
  return (
    <ActionDialog
      title={t(`posts.twin.create.${language}`)}
      go={t("posts.twin.go")}
      onClose={onClose}
      {...form.does(create)}
    >
      <Select
        data-autofocus
        allowDeselect={false}
        data={[...translations, { value: EMPTY, label: t("posts.twin.empty") }]}
        {...form.field("document_id", t("posts.twin.from"))}
      />
      <Dim>{t(translations.length > 0 ? "posts.twin.translations" : "posts.twin.noTranslations")}</Dim>
    </ActionDialog>
  );
}
