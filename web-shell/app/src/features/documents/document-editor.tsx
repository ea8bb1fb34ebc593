import { Alert, Card, Group, Text, Textarea, TextInput, Title } from "@mantine/core";
import { ApiProblem, type Document, useUnsaved } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "../../ui/form";
import { notify } from "../../ui/notify";
import { TextButton } from "../../ui/texts";
import { useFields } from "../../ui/use-fields";

type Props = {
  document: Document;
  onSave: (change: { title: string; text: string; version?: number }) => Promise<unknown>;
  onReload: () => void;
  onClose: () => void;
};

/** Edits title and text. What was typed stays when saving fails. */
export function DocumentEditor({ document, onSave, onReload, onClose }: Props) {
  const { t } = useTranslation("documents");
  const form = useFields({ title: document.title, text: document.text });
  // The version that was edited, even if the document changes meanwhile.
  const [version, setVersion] = useState<number | undefined>(document.version);
  const [conflict, setConflict] = useState(false);
  const { title, text } = form.values;
  const release = useUnsaved(title !== document.title || text !== document.text);

  const save = async () => {
    try {
      await onSave({ title, text, version });
    } catch (problem) {
      setConflict(problem instanceof ApiProblem && problem.status === 409);
      throw problem;
    }
    release();
    notify.success(t("documents.editor.saved"));
    onClose();
  };

  return (
    <Card withBorder padding="xl">
      <Title order={1} size="h3" mb="md">
        {t("documents.editor.heading")}
      </Title>
      <Form of={form} onSubmit={() => form.submit(save)}>
        {conflict && (
          <Alert
            role="alert"
            color="yellow"
            icon={<Icon name="alert" />}
            title={t("documents.editor.conflictTitle")}
          >
            <Text size="sm">{t("documents.editor.conflictText")}</Text>
            <TextButton
              label={t("documents.editor.conflictTake")}
              size="xs"
              mt="sm"
              onClick={() => {
                setConflict(false);
                setVersion(undefined);
                onReload();
              }}
            />
          </Alert>
        )}
        <TextInput label={t("documents.editor.title")} {...form.field("title")} />
        <Textarea
          label={t("documents.editor.text")}
          description={t("documents.editor.hint")}
          autosize
          minRows={12}
          maxRows={40}
          {...form.field("text")}
        />
        <Group>
          <TextButton label={t("documents.editor.save")} isMain type="submit" loading={form.busy} />
          <TextButton label={t("documents.editor.discard")} onClick={onClose} />
        </Group>
      </Form>
    </Card>
  );
}
