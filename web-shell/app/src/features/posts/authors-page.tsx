import { Avatar, Group } from "@mantine/core";
import { AdminTable } from "../../admin/admin";
import { pictureAddress } from "../../admin/pictures";
import { useList } from "../../api/use-list";
import { ConfirmButton } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { figure } from "../../ui/data-table";
import { DialogButton } from "../../ui/dialog";
import { BackLink } from "../../ui/page";
import { AuthorForm } from "./author-form";
import { type Author, authorActions } from "./posts";

/** The authors of posts: names that readers see. They need no account. */
export default function AuthorsPage() {
  const { t, href, number } = useTexts("posts");
  const list = useList("/api/admin/authors", {}, { staleTime: 0 });
  return (
    <AdminTable
      title={t("posts.authors.title")}
      lead={t("posts.authors.lead")}
      before={<BackLink to={href("adminPosts")}>{t("posts.title")}</BackLink>}
      action={
        <DialogButton label={t("posts.authors.new")} icon="add" isMain>
          {(close) => <AuthorForm author={null} onClose={close} />}
        </DialogButton>
      }
      list={list}
      empty={{ icon: "people", title: t("posts.authors.none"), text: t("posts.authors.noneText") }}
      width={620}
      columns={[
        { title: t("posts.authors.name"), isHead: true, cell: (author: Author) => <Name of={author} /> },
        { title: t("posts.authors.link"), isLong: true, cell: ({ link }) => link || "–" },
        figure(t("posts.authors.posts"), ({ posts }: Author) => number(posts)),
      ]}
      keyOf={({ id }) => id}
      actions={(author) => (
        <>
          <DialogButton
            label={t("posts.authors.edit")}
            name={t("posts.authors.editOne", { name: author.name })}
            size="compact-sm"
          >
            {(close) => <AuthorForm author={author} onClose={close} />}
          </DialogButton>
          {author.posts === 0 && <Delete author={author} />}
        </>
      )}
    />
  );
}

const Name = ({ of: { name, picture_id } }: { of: Author }) => (
  <Group gap="xs" wrap="nowrap" component="span">
    <Avatar src={picture_id && pictureAddress(picture_id)} name={name} size={28} radius="50%" alt="" />
    <span>{name}</span>
  </Group>
);

function Delete({ author: { id, name } }: { author: Author }) {
  const { t } = useTexts("posts");
  return (
    <ConfirmButton
      label={t("posts.authors.delete")}
      name={t("posts.authors.deleteOne", { name })}
      size="compact-sm"
      text={t("posts.authors.deleteText")}
      go={t("posts.authors.delete")}
      done={t("posts.authors.deleted")}
      act={() => authorActions.delete(id)}
    />
  );
}
