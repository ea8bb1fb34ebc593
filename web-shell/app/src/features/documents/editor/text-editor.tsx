import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "../../../i18n/use-texts";
import { LongText } from "../../../ui/long-text";
import { RichText } from "./rich-text";
import { open } from "./round-trip";

type Props = { text: string; error: string | undefined; onChange: (text: string) => void };

/** A Markdown text as it will look, or its source. Its history survives the source; a change there is one step. */
export function TextEditor({ text, error, onChange }: Props) {
  const { t } = useTexts("documents");
  const [opened, setOpened] = useState(() => open(text));
  /** The text when the source was opened; null while it is closed. */
  const [source, setSource] = useState<string | null>(null);
  const isSource = source !== null;
  const change = () => {
    setSource(isSource ? null : text);
    if (isSource && text !== source) setOpened((before) => open(text, before));
  };
  const toggle = (
    <Button
      variant={isSource ? "light" : "subtle"}
      color={isSource ? undefined : "gray"}
      className="document-toggle"
      aria-pressed={isSource}
      onClick={change}
      title={t("documents.editor.hint")}
    >
      {t("documents.editor.source")}
    </Button>
  );
  return (
    <>
      <RichText opened={opened} isHidden={isSource} error={error} onChange={onChange}>
        {toggle}
      </RichText>
      {isSource && (
        <>
          <div className="document-toolbar">{toggle}</div>
          <div className="document-sheet">
            <Source text={text} error={error} onChange={onChange} />
          </div>
        </>
      )}
    </>
  );
}

function Source({ text, error, onChange }: Props) {
  const { t } = useTexts("documents");
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus({ preventScroll: true }), []);
  return (
    <LongText
      ref={area}
      name="text"
      className="document-source"
      aria-label={t("documents.editor.text")}
      description={t("documents.editor.hint")}
      minRows={12}
      maxRows={40}
      value={text}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
