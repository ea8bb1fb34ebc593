import { Group } from "@mantine/core";
import { useNavigate } from "react-router";
import { api, unwrap, useApi } from "../../api/client";
import { useUser } from "../../api/session";
import { ActionDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { LANGUAGES } from "../../paths";
import { Choice } from "../../ui/choice";
import { RadioChoice } from "../../ui/radio-choice";
import { StateBadge } from "../../ui/state-badge";
import { Small, TextLink } from "../../ui/texts";

const KINDS = ["post", "page"] as const;
const MARKS = { draft: "plain", scheduled: "warn", published: "good" } as const;

/** The post of the public site that has the text of a document. Only administrators publish. */
export function useDocumentPost(id: string) {
  const isAdmin = useUser().role !== "user";
  const { data } = useApi(
    "/api/documents/{id}/post",
    { path: { id } },
    { enabled: isAdmin, staleTime: 0, quiet: true, throwOnError: false },
  );
  return { canPublish: isAdmin && data?.post === null, post: data?.post ?? null };
}

/** Says that a document is a post, and leads to its desk. */
export function DocumentPost({ id }: { id: string }) {
  const { t, href } = useTexts("documents");
  const { post } = useDocumentPost(id);
  if (!post) return null;
  return (
    <Group gap="xs" className="document-post">
      <Small>{t(`documents.blog.is.${post.kind}`)}</Small>
      <StateBadge mark={MARKS[post.status]}>{t(`documents.blog.status.${post.status}`)}</StateBadge>
      {post.is_behind && <Small>{t("documents.blog.behind")}</Small>}
      <TextLink to={href("adminPost", { post: post.id })} size="sm">
        {t("documents.blog.open")}
      </TextLink>
    </Group>
  );
}

/** Makes a document a draft of the blog, and opens its desk. */
export function PublishDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, href, language } = useTexts("documents");
  const navigate = useNavigate();
  const form = useActionForm({ kind: "post" as (typeof KINDS)[number], language });
  const create = async () => {
    const body = { ...form.values, document_id: id };
    const post = await unwrap(api.POST("/api/admin/posts", { body }));
    await navigate(href("adminPost", { post: post.id }));
  };
  return (
    <ActionDialog
      title={t("documents.blog.publish")}
      go={t("documents.blog.go")}
      onClose={onClose}
      {...form.does(create)}
    >
      <Small>{t("documents.blog.text")}</Small>
      <RadioChoice
        label={t("documents.blog.kind")}
        values={KINDS}
        text={(kind) => t(`documents.blog.kinds.${kind}`)}
        value={form.values.kind}
        onChange={(kind) => form.set({ kind })}
      />
      <Choice
        values={LANGUAGES}
        text={(one) => t(`documents.blog.language.${one}`)}
        {...form.field("language", t("documents.blog.in"))}
      />
    </ActionDialog>
  );
}
