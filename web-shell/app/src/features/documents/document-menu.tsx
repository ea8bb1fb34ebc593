import { ActionIcon, Menu } from "@mantine/core";
import { type Document, EXPORTS, exportHref, under } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, apiQuery, unwrap, withId } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { MenuEntry } from "../../ui/menu-entry";
import { notify } from "../../ui/notify";
import { PublishDialog, useDocumentPost } from "./document-post";
import { ShareDialog, useShare } from "./share-dialog";
import { StyleDialog } from "./style-button";
import { UseDialog } from "./use-button";

/** A dialog of the page. */
export type Doing = "publish" | "share" | "style" | "use";

type Props = {
  document: Document;
  /** The index of the variant on the screen. */
  place: number;
  doing: Doing | null;
  onDo: (doing: Doing | null) => void;
  onHistory: () => void;
};

/** What is done less often with a document, and the dialogs for it. */
export function DocumentMenu({ document, place, doing, onDo, onHistory }: Props) {
  const { t } = useTexts("documents");
  const share = useShare(document.id);
  const remove = useDeleteDocument(document.id);
  const { canPublish } = useDocumentPost(document.id);
  const close = () => onDo(null);
  return (
    <>
      <Menu position="top-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t("documents.page.more")}
            className="sw-bench-more"
          >
            <Icon name="more" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuEntry label={t("sharing.share.go")} icon="upload" onClick={() => onDo("share")} />
          <MenuEntry label={t("sharing.use.go")} icon="tools" onClick={() => onDo("use")} />
          <MenuEntry label={t("sharing.style.go")} icon="spark" onClick={() => onDo("style")} />
          {canPublish && (
            <MenuEntry label={t("documents.blog.publish")} icon="news" onClick={() => onDo("publish")} />
          )}
          <MenuEntry label={t("documents.history.title")} icon="clock" onClick={onHistory} />
          <Menu.Divider />
          {EXPORTS.map(({ format, title }) => (
            <MenuEntry key={format} label={title} icon="download" file={exportHref(document.id, format)} />
          ))}
          <Menu.Divider />
          <MenuEntry
            label={t("documents.page.delete")}
            icon="trash"
            isDanger
            onClick={() => remove.mutate()}
          />
        </Menu.Dropdown>
      </Menu>
      {doing === "publish" && <PublishDialog id={document.id} onClose={close} />}
      {doing === "share" && <ShareDialog id={document.id} share={share} onClose={close} />}
      {doing === "style" && <StyleDialog document={document} onClose={close} />}
      {doing === "use" && <UseDialog document={document} place={place} onClose={close} />}
    </>
  );
}

/** Deletes a document and offers to undo that. */
function useDeleteDocument(id: string) {
  const { t, href } = useTexts("documents");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queries.invalidateQueries(under("/api/documents", "/api/folders"));

  const restore = async () => {
    await unwrap(api.POST("/api/documents/{id}/restore", withId(id)));
    await refresh();
    notify.success(t("documents.page.restored"));
  };
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/documents/{id}", withId(id))),
    onSuccess: async () => {
      await navigate(href("archive"));
      queries.removeQueries(apiQuery("/api/documents/{id}", { path: { id } }));
      await refresh();
      notify.undo(t("documents.page.deleted"), restore);
    },
  });
}
