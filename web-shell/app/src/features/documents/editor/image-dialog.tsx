import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../../../i18n/use-texts";
import { FormDialog, useFields } from "../../../ui/form";
import { hrefOf } from "./href";

type Props = { onInsert: (image: { src: string; alt: string }) => void; onClose: () => void };

/** Asks for the address of an image and its description, which stands for it in the editor. */
export function ImageDialog({ onInsert, onClose }: Props) {
  const { t } = useTexts("documents");
  const form = useFields({ src: "", alt: "" });
  const [isWrong, setWrong] = useState(false);
  const insert = async () => {
    const src = hrefOf(form.values.src);
    setWrong(src === null);
    if (src !== null) onInsert({ src, alt: form.values.alt.trim() });
  };
  return (
    <FormDialog
      title={t("documents.editor.tool.image")}
      onClose={onClose}
      {...form.submits(insert)}
      go={t("documents.editor.insert.image")}
    >
      <TextInput
        data-autofocus
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        {...form.field("src", t("documents.editor.insert.address"))}
        error={isWrong && t("documents.editor.insert.wrongAddress")}
      />
      <TextInput
        description={t("documents.editor.insert.altHelp")}
        {...form.field("alt", t("documents.editor.insert.alt"))}
      />
    </FormDialog>
  );
}
