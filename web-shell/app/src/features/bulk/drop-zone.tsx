import { Box, FileButton, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dim, TextButton } from "../../ui/texts";

type Props = { file: File | null; busy: boolean; onFile: (file: File) => void };

/** A place to drop a table; the button in it does the same for keyboards and fingers. */
export function DropZone({ file, busy, onFile }: Props) {
  const { t } = useTranslation("bulk");
  const [over, setOver] = useState(false);
  return (
    <Box
      className="bulk-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = event.dataTransfer.files[0];
        if (dropped) onFile(dropped);
      }}
    >
      <FileButton
        accept=".csv,.tsv,.txt,text/csv"
        onChange={(chosen) => chosen && onFile(chosen)}
        inputProps={{ "aria-label": t("bulk.new.choose"), tabIndex: -1 }}
      >
        {(props) => (
          <TextButton
            label={t(file ? "bulk.new.another" : "bulk.new.choose")}
            {...props}
            variant={file ? "default" : "filled"}
            loading={busy}
            icon="upload"
          />
        )}
      </FileButton>
      <Text fw={file ? 600 : undefined} c={file ? undefined : "dimmed"} maw="100%" truncate>
        {file ? file.name : t("bulk.new.drop")}
      </Text>
      <Dim>{t("bulk.new.limits")}</Dim>
    </Box>
  );
}
