import { FileButton, Stack, UnstyledButton } from "@mantine/core";
import { ApiProblem, at } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useState } from "react";
import { useApi } from "../api/client";
import { ConfirmDialog } from "../confirm/action";
import { useTexts } from "../i18n/use-texts";
import { Dialog } from "../ui/dialog";
import { Pager } from "../ui/list";
import { Loading } from "../ui/page";
import { Dim, IconButton, Strong, TextButton, Wrong } from "../ui/texts";
import {
  type ChosenPicture,
  deletePicture,
  PICTURE_KINDS,
  problemOf,
  type SitePicture,
  uploadPicture,
} from "./pictures";
import "./pictures.css";

/** Pictures on a page of the dialog. */
const PER_PAGE = 12;

type Props = { onChoose: (picture: ChosenPicture) => void; onClose: () => void };

/** Uploads a picture, or chooses one that the site already has. */
export default function PictureDialog({ onChoose, onClose }: Props) {
  const { t } = useTexts("gallery");
  return (
    <Dialog title={t("gallery.title")} isWide onClose={onClose}>
      <Stack gap="md">
        <Upload onChoose={onChoose} />
        <Earlier onChoose={onChoose} />
      </Stack>
    </Dialog>
  );
}

function useUpload(onChoose: Props["onChoose"]) {
  const queries = useQueryClient();
  const [state, setState] = useState<{ busy?: string; problem?: string }>({});
  const upload = async (file: File | null | undefined) => {
    if (!file || state.busy) return;
    setState({ busy: file.name });
    try {
      const picture = await uploadPicture(file);
      void queries.invalidateQueries(at("/api/admin/pictures"));
      onChoose(picture);
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      setState({ problem: problemOf(problem) });
    }
  };
  return { ...state, upload };
}

function Upload({ onChoose }: Pick<Props, "onChoose">) {
  const { t } = useTexts("gallery");
  const { busy, problem, upload } = useUpload(onChoose);
  const [isOver, setOver] = useState(false);
  const over = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  const drop = (event: DragEvent) => {
    over(false)(event);
    void upload(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same.
    <div
      className="picture-drop"
      data-over={isOver || undefined}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={drop}
    >
      <FileButton accept={PICTURE_KINDS} onChange={upload}>
        {(props) => (
          <TextButton
            {...props}
            data-autofocus
            label={t("gallery.upload")}
            icon="upload"
            isMain
            loading={busy !== undefined}
          />
        )}
      </FileButton>
      <Dim role="status">{busy ? t("gallery.uploading", { name: busy }) : t("gallery.hint")}</Dim>
      {problem && <Wrong role="alert">{problem}</Wrong>}
    </div>
  );
}

function Earlier({ onChoose }: Pick<Props, "onChoose">) {
  const { t } = useTexts("gallery");
  const [page, setPage] = useState(1);
  const query = { page, per_page: PER_PAGE };
  const { data } = useApi("/api/admin/pictures", { query }, { throwOnError: false });
  if (!data) return <Loading h={120} radius="lg" />;
  if (data.total === 0) return null;
  return (
    <>
      <Strong>{t("gallery.earlier")}</Strong>
      <ul className="picture-grid">
        {data.data.map((picture) => (
          <Tile key={picture.id} picture={picture} onChoose={onChoose} />
        ))}
      </ul>
      <Pager page={page} per={PER_PAGE} total={data.total} onPage={setPage} size="sm" />
    </>
  );
}

type TileProps = Pick<Props, "onChoose"> & { picture: SitePicture };

/** An earlier picture; one that nothing uses can be deleted. */
function Tile({ picture, onChoose }: TileProps) {
  const { t, date } = useTexts("gallery");
  const [isDeleting, setDeleting] = useState(false);
  const { id, uses } = picture;
  const name = t("gallery.choose", {
    when: date(picture.created_at),
    width: picture.width,
    height: picture.height,
  });
  return (
    <li>
      <UnstyledButton className="picture-tile" aria-label={name} onClick={() => onChoose(picture)}>
        <img src={picture.preview_url} alt="" loading="lazy" />
      </UnstyledButton>
      {uses.length === 0 && (
        <IconButton
          icon="trash"
          iconSize={16}
          className="picture-delete"
          variant="default"
          label={t("gallery.delete", { name })}
          onClick={() => setDeleting(true)}
        />
      )}
      {isDeleting && (
        <ConfirmDialog
          title={t("gallery.deleteAsk")}
          text={t("gallery.deleteText")}
          go={t("gallery.deleteGo")}
          act={() => deletePicture(id)}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}
