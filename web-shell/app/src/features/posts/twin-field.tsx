import { Group, Select, Stack } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useApi } from "../../api/client";
import { ActionDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import type { Language } from "../../paths";
import { Dim, TextButton, TextLink } from "../../ui/texts";
import { type Post, postActions } from "./posts";
import type { PostForm } from "./use-post-form";

type Props = { post: Post; form: PostForm };

/** Posts of the other language, and translations, that a list offers. */
const OFFERED = 100;

const otherOf = (language: Language): Language => (language === "en" ? "pl" : "en");

/** The same text in the other language: chosen among the posts, or created. */
export function TwinField({ post, form }: Props) {
  const { t, href } = useTexts("posts");
  const [isCreating, setCreating] = useState(false);
  const language = otherOf(post.language);
  const query = { kind: post.kind, language, page: 1, per_page: OFFERED };
  const { data } = useApi("/api/admin/posts", { query }, { throwOnError: false });
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
        data={(data?.data ?? []).map(({ id, title }) => ({ value: id, label: title || t("posts.untitled") }))}
        {...form.field("twin_id", t(`posts.twin.in.${language}`))}
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
    await postActions.change(made.id, { twin_id: post.id });
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
