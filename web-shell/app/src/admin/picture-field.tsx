import { Group } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTexts } from "../i18n/use-texts";
import { Dim, Strong, TextButton, Wrong } from "../ui/texts";
import { type ChosenPicture, PictureDialog, pictureAddress } from "./pictures";
import "./pictures.css";

type Props = {
  /** The name of the field in errors of the server. */
  name: string;
  label: string;
  help?: string;
  /** The id of the picture. */
  picture: string | null;
  error?: string | undefined;
  onChange: (picture: ChosenPicture | null) => void;
};

/** A picture of the site, which is chosen or uploaded in a dialog. */
export function PictureField({ name, label, help, picture, error, onChange }: Props) {
  const { t } = useTexts("gallery");
  const [isChoosing, setChoosing] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend inside its frame.
    <div role="group" aria-label={label}>
      <Strong>{label}</Strong>
      {help && <Dim mb={6}>{help}</Dim>}
      {picture && <img className="picture-chosen" src={pictureAddress(picture)} alt="" />}
      <Group gap="xs" mt={6}>
        <TextButton
          label={t(picture ? "gallery.change" : "gallery.choosePicture")}
          icon="upload"
          size="xs"
          data-field={name}
          onClick={() => setChoosing(true)}
        />
        {picture && (
          <TextButton label={t("gallery.remove")} size="xs" variant="subtle" onClick={() => onChange(null)} />
        )}
      </Group>
      {error && (
        <Wrong role="alert" mt={4}>
          {error}
        </Wrong>
      )}
      {isChoosing && (
        <Suspense>
          <PictureDialog
            onClose={() => setChoosing(false)}
            onChoose={(chosen) => {
              setChoosing(false);
              onChange(chosen);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
