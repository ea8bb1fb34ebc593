import { TextInput } from "@mantine/core";
import { PictureField } from "../../admin/picture-field";
import { ActionDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { LongText } from "../../ui/long-text";
import { type Author, authorActions } from "./posts";

const BIO_CHARS = 600;

/** Creates an author, or changes one. */
export function AuthorForm({ author, onClose }: { author: Author | null; onClose: () => void }) {
  const { t } = useTexts("posts");
  const form = useActionForm({
    name: author?.name ?? "",
    bio_en: author?.bio_en ?? "",
    bio_pl: author?.bio_pl ?? "",
    link: author?.link ?? "",
    picture_id: author?.picture_id ?? null,
  });
  const save = () =>
    author ? authorActions.change(author.id, form.values) : authorActions.create(form.values);
  return (
    <ActionDialog
      title={author ? t("posts.authors.editOne", { name: author.name }) : t("posts.authors.new")}
      go={t(author ? "posts.save" : "posts.authors.create")}
      onClose={onClose}
      {...form.does(save, t("posts.authors.saved"))}
    >
      <TextInput data-autofocus maxLength={80} {...form.needs("name", t("posts.authors.name"))} />
      <LongText lang="en" maxLength={BIO_CHARS} {...form.field("bio_en", t("posts.authors.bioEn"))} />
      <LongText lang="pl" maxLength={BIO_CHARS} {...form.field("bio_pl", t("posts.authors.bioPl"))} />
      <TextInput
        type="url"
        placeholder="https://"
        maxLength={500}
        {...form.field("link", t("posts.authors.link"))}
      />
      <PictureField
        name="picture_id"
        label={t("posts.authors.picture")}
        picture={form.values.picture_id}
        error={form.errors.picture_id}
        onChange={(picture) => form.set({ picture_id: picture?.id ?? null })}
      />
    </ActionDialog>
  );
}
