import { Group } from "@mantine/core";
import { useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { ComparedText } from "../../ui/compared-text";
import { Dialog, DialogButton } from "../../ui/dialog";
import { Loading, Notice } from "../../ui/page";
import { Dim, Small, TextButton } from "../../ui/texts";
import { type Post, postActions } from "./posts";
import type { PostForm } from "./use-post-form";

type Props = { post: Post; form: PostForm };

/** The document behind a post: whether it is in reach, and whether it was edited since. */
export function PostText({ post, form }: Props) {
  const { t } = useTexts("posts");
  const { id, document_id: document, is_behind } = post;
  if (!document)
    return (
      <Notice icon="document">
        <Small mb="xs">{t("posts.text.elsewhere")}</Small>
        <TextButton
          label={t("posts.text.copy")}
          size="xs"
          loading={form.busy}
          onClick={() => form.run(() => postActions.copyText(id), t("posts.text.copied"))}
        />
      </Notice>
    );
  if (!is_behind) return null;
  return (
    <Notice icon="again" color="yellow" title={t("posts.behind.title")}>
      <Small mb="xs">{t("posts.behind.text")}</Small>
      <DialogButton label={t("posts.behind.compare")} size="xs">
        {(close) => <Compare post={post} form={form} onClose={close} />}
      </DialogButton>
    </Notice>
  );
}

function Compare({ post, form, onClose }: Props & { onClose: () => void }) {
  const { t } = useTexts("posts");
  const { id, status } = post;
  const { data } = useApi("/api/admin/posts/{id}/changes", { path: { id } }, { gcTime: 0, staleTime: 0 });
  const take = async () => {
    onClose();
    await form.run(() => postActions.takeText(id), t("posts.behind.taken"));
  };
  return (
    <Dialog title={t("posts.behind.title")} isWide onClose={onClose}>
      <Dim mb="md">{t("posts.behind.legend")}</Dim>
      {data ? <ComparedText before={data.before} after={data.after} level={3} /> : <Loading h={240} />}
      <Group justify="flex-end" mt="lg">
        <TextButton label={t("shell.confirm.cancel")} onClick={onClose} />
        <TextButton
          label={t(status === "published" ? "posts.behind.takePublished" : "posts.behind.take")}
          isMain
          onClick={take}
        />
      </Group>
    </Dialog>
  );
}
