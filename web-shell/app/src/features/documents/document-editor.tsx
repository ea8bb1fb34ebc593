import { Alert, Button, Card, Group, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { ApiProblem, type Document, useUnsaved } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../ui/notify";

type Props = {
  document: Document;
  onSave: (change: { title: string; text: string; version?: number }) => Promise<unknown>;
  onReload: () => void;
  onClose: () => void;
};

/** Edits title and text. What was typed stays when saving fails. */
export function DocumentEditor({ document, onSave, onReload, onClose }: Props) {
  const { t } = useTranslation("documents");
  const [title, setTitle] = useState(document.title);
  const [body, setBody] = useState(document.text);
  // What is typed here was made of this version, whatever arrives from elsewhere meanwhile.
  const [version, setVersion] = useState<number | undefined>(document.version);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState(false);
  const [errors, setErrors] = useState<Record<string, string[]>>({});

  const release = useUnsaved(title !== document.title || body !== document.text);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await onSave({ title, text: body, version });
      release();
      notify.success(t("documents.editor.saved"));
      onClose();
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      setConflict(problem.status === 409);
      setErrors(problem.errors);
      setBusy(false);
    }
  };

  return (
    <Card withBorder padding="xl">
      <Title order={1} size="h3" mb="md">
        {t("documents.editor.heading")}
      </Title>
      <form onSubmit={save}>
        <Stack gap="md">
          {conflict && (
            <Alert
              role="alert"
              color="yellow"
              icon={<Icon name="alert" />}
              title={t("documents.editor.conflictTitle")}
            >
              <Text size="sm">{t("documents.editor.conflictText")}</Text>
              <Button
                size="xs"
                mt="sm"
                variant="default"
                onClick={() => {
                  setConflict(false);
                  setVersion(undefined);
                  onReload();
                }}
              >
                {t("documents.editor.conflictTake")}
              </Button>
            </Alert>
          )}
          <TextInput
            label={t("documents.editor.title")}
            value={title}
            error={errors.title?.[0]}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Textarea
            label={t("documents.editor.text")}
            description={t("documents.editor.hint")}
            autosize
            minRows={12}
            maxRows={40}
            value={body}
            error={errors.text?.[0]}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={busy}>
              {t("documents.editor.save")}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t("documents.editor.discard")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
