import { TextInput } from "@mantine/core";
import { useNavigate } from "react-router";
import { ActionDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { LANGUAGES } from "../../paths";
import { Choice } from "../../ui/choice";
import { Dim } from "../../ui/texts";
import { type PostSummary, postActions } from "./posts";

export const TITLE_CHARS = 150;

/** Creates a draft, and opens its desk. */
export function NewPost({ kind, onClose }: { kind: PostSummary["kind"]; onClose: () => void }) {
  const { t, href, language: shown } = useTexts("posts");
  const navigate = useNavigate();
  const form = useActionForm({ title: "", language: shown });
  const create = async () => {
    const { id } = await postActions.create({ kind, ...form.values });
    await navigate(href("adminPost", { post: id }));
  };
  return (
    <ActionDialog
      title={t(`posts.new.${kind}`)}
      go={t("posts.new.go")}
      onClose={onClose}
      {...form.does(create)}
    >
      <TextInput data-autofocus maxLength={TITLE_CHARS} {...form.field("title", t("posts.field.title"))} />
      <Choice
        values={LANGUAGES}
        text={(language) => t(`posts.language.${language}`)}
        {...form.field("language", t("posts.column.language"))}
      />
      <Dim>{t("posts.new.text")}</Dim>
    </ActionDialog>
  );
}
