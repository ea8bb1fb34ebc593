import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/query";
import { useAction } from "../../confirm/use-action";
import { usePageLanguage } from "../../i18n/use-page-language";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { Loading } from "../../ui/loading";
import { LEVELS, type Level, type Publisher, type PublisherKey, publisherActions } from "./publishers";

const REASON_CHARS = 500;

type FormProps = {
  done: string;
  go: string;
  isRed?: boolean;
  act: () => Promise<unknown>;
  onClose: () => void;
  children: (errors: Record<string, string>) => ReactNode;
};

/** A small form: its fields, what stands in its way, its two buttons. */
function Form({ done, go, isRed = false, act: deed, onClose, children }: FormProps) {
  const { t } = useTranslation("publishers");
  const { errors, message, busy, dialog, act } = useAction();
  const run = async () => {
    await deed();
    onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act(run, done);
      }}
    >
      <Stack gap="md">
        <FormAlert>{message}</FormAlert>
        {children(errors)}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("publishers.form.cancel")}
          </Button>
          <Button type="submit" loading={busy} {...(isRed ? { color: "red.8" } : {})}>
            {go}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  );
}

/** Registers a publisher, or changes its name and level. */
export function PublisherForm({ publisher, onClose }: { publisher: Publisher | null; onClose: () => void }) {
  const { t } = useTranslation("publishers");
  const [id, setId] = useState("");
  const [name, setName] = useState(publisher?.name ?? "");
  const [level, setLevel] = useState<Level>(publisher?.level ?? "community");
  const save = () =>
    publisher
      ? publisherActions.change(publisher.id, { name, level })
      : publisherActions.create({ id, name, level });
  const what = publisher ? "edit" : "new";
  return (
    <Dialog title={t(`publishers.form.${what}`)} onClose={onClose}>
      <Form
        done={t(`publishers.form.${what}Done`)}
        go={t("publishers.form.save")}
        act={save}
        onClose={onClose}
      >
        {(errors) => (
          <>
            <TextInput
              name="name"
              required
              data-autofocus
              autoComplete="off"
              label={t("publishers.form.name")}
              value={name}
              error={errors.name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {!publisher && (
              <TextInput
                name="id"
                required
                autoComplete="off"
                label={t("publishers.form.id")}
                description={t("publishers.form.idHelp")}
                value={id}
                error={errors.id}
                onChange={(event) => setId(event.currentTarget.value)}
              />
            )}
            <Select
              name="level"
              label={t("publishers.form.level")}
              description={t(`publishers.levelText.${level}`)}
              inputWrapperOrder={["label", "input", "description", "error"]}
              allowDeselect={false}
              data={LEVELS.map((value) => ({ value, label: t(`publishers.level.${value}`) }))}
              value={level}
              error={errors.level}
              onChange={(value) => setLevel((value as Level) ?? level)}
            />
            {publisher && level !== publisher.level && (
              <Affects publisher={publisher}>{t("publishers.form.levelAffects")}</Affects>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Trusts one more key of a publisher. */
export function AddKey({ publisher, onClose }: { publisher: Publisher; onClose: () => void }) {
  const { t } = useTranslation("publishers");
  const [key, setKey] = useState("");
  return (
    <Dialog title={t("publishers.page.addKeyTo", { name: publisher.name })} onClose={onClose}>
      <Form
        done={t("publishers.key.added")}
        go={t("publishers.key.addGo")}
        act={() => publisherActions.addKey(publisher.id, key)}
        onClose={onClose}
      >
        {(errors) => (
          <>
            <Text size="sm">
              {t("publishers.key.addText", { level: t(`publishers.level.${publisher.level}`) })}
            </Text>
            <Textarea
              name="key"
              required
              data-autofocus
              autosize
              minRows={3}
              label={t("publishers.key.label")}
              description={t("publishers.key.help")}
              value={key}
              error={errors.key}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

type RevokeProps = { publisher: Publisher; of: PublisherKey; onClose: () => void };

/** Revokes a key and says first what goes with it. */
export function RevokeKey({ publisher, of, onClose }: RevokeProps) {
  const { t } = useTranslation("publishers");
  const [reason, setReason] = useState("");
  return (
    <Dialog title={t("publishers.key.revokeOne", { key: of.id })} onClose={onClose}>
      <Form
        isRed
        done={t("publishers.key.revokeDone")}
        go={t("publishers.key.revoke")}
        act={() => publisherActions.revokeKey(of.id, reason)}
        onClose={onClose}
      >
        {(errors) => (
          <>
            <Affects publisher={publisher} of={of}>
              {t("publishers.key.revokeAffects")}
            </Affects>
            <Textarea
              name="reason"
              required
              data-autofocus
              autosize
              minRows={2}
              maxLength={REASON_CHARS}
              label={t("publishers.key.reason")}
              value={reason}
              error={errors.reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

type AffectsProps = { publisher: Publisher; of?: PublisherKey; children: string };

/** What a deed means, and for how much. */
function Affects({ publisher, of, children }: AffectsProps) {
  const { t } = useTranslation("publishers");
  const { number } = formatsFor(usePageLanguage());
  const { data } = useApi(
    "/api/admin/publishers/{id}/reach",
    { path: { id: publisher.id }, query: { key: of?.id } },
    { staleTime: 0, throwOnError: false },
  );
  if (!data) return <Loading h={72} />;
  const sum = (name: keyof typeof data) =>
    t(`publishers.reach.${name}`, { count: data[name], number: number(data[name]) });
  return (
    <Alert
      role="status"
      variant="light"
      color={data.packages > 0 ? "yellow" : "gray"}
      c="var(--mantine-color-text)"
      icon={<Icon name={data.packages > 0 ? "alert" : "info"} />}
    >
      <Text size="sm">{children}</Text>
      <Text size="sm" mt={4}>
        {[sum("packages"), sum("plugins"), sum("accounts"), sum("runs")].join(" · ")}
      </Text>
    </Alert>
  );
}
