import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "../../../i18n/use-texts";
import { LongText } from "../../../ui/long-text";
import { Dim } from "../../../ui/texts";
import { RichText } from "./rich-text";
import { type Opened, open, unknownIn } from "./round-trip";

type Props = { text: string; error: string | undefined; onChange: (text: string) => void };

/** A Markdown text as it will look, or its source: that of a text with something else is always the source. */
export function TextEditor({ text, error, onChange }: Props) {
  const { t } = useTexts("documents");
  const [opened, setOpened] = useState<Opened | null>(() => open(text));
  const [unknown, setUnknown] = useState(() => (opened ? null : unknownIn(text)));
  const change = () => {
    const next = opened ? null : open(text);
    setOpened(next);
    setUnknown(opened || next ? null : unknownIn(text));
  };
  const toggle = (
    <Button
      variant={opened ? "subtle" : "light"}
      color={opened ? "gray" : undefined}
      className="document-toggle"
      aria-pressed={!opened}
      onClick={change}
      title={t("documents.editor.hint")}
    >
      {t("documents.editor.source")}
    </Button>
  );
  if (opened)
    return (
      <RichText opened={opened} error={error} onChange={onChange}>
        {toggle}
      </RichText>
    );
  return (
    <>
      <div className="document-toolbar">{toggle}</div>
      <div className="document-sheet">
        {unknown && (
          <Dim role="status" mb="md" className="document-unknown">
            {t(`documents.editor.unknown.${unknown.kind}`, { source: unknown.source })}
          </Dim>
        )}
        <Source text={text} error={error} onChange={onChange} />
      </div>
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
