import { Alert, Select, Text, Textarea, TextInput } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/query";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useActionForm } from "../../confirm/use-action";
import { FormDialog } from "../../ui/form-dialog";
import { Loading } from "../../ui/loading";
import { LEVELS, type Level, type Publisher, type PublisherKey, publisherActions } from "./publishers";

/** Registers a publisher, or changes its name and level. */
export function PublisherForm({ publisher, onClose }: { publisher: Publisher | null; onClose: () => void }) {
  const { t } = useTranslation("publishers");
  const form = useActionForm({
    id: "",
    name: publisher?.name ?? "",
    level: (publisher?.level ?? "community") as Level,
  });
  const { id, name, level } = form.values;
  const save = async () => {
    await (publisher
      ? publisherActions.change(publisher.id, { name, level })
      : publisherActions.create({ id, name, level }));
    onClose();
  };
  const what = publisher ? "edit" : "new";
  return (
    <FormDialog
      title={t(`publishers.form.${what}`)}
      onClose={onClose}
      of={form}
      onSubmit={() => form.act(save, t(`publishers.form.${what}Done`))}
      go={t("publishers.form.save")}
    >
      <TextInput
        required
        data-autofocus
        autoComplete="off"
        label={t("publishers.form.name")}
        {...form.field("name")}
      />
      {!publisher && (
        <TextInput
          required
          autoComplete="off"
          label={t("publishers.form.id")}
          description={t("publishers.form.idHelp")}
          {...form.field("id")}
        />
      )}
      <Select
        label={t("publishers.form.level")}
        description={t(`publishers.levelText.${level}`)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        allowDeselect={false}
        data={LEVELS.map((value) => ({ value, label: t(`publishers.level.${value}`) }))}
        {...form.field("level")}
      />
      {publisher && level !== publisher.level && (
        <Affects publisher={publisher}>{t("publishers.form.levelAffects")}</Affects>
      )}
    </FormDialog>
  );
}

/** Trusts another key of a publisher. */
export function AddKey({ publisher, onClose }: { publisher: Publisher; onClose: () => void }) {
  const { t } = useTranslation("publishers");
  const form = useActionForm({ key: "" });
  const add = async () => {
    await publisherActions.addKey(publisher.id, form.values.key);
    onClose();
  };
  return (
    <FormDialog
      title={t("publishers.page.addKeyTo", { name: publisher.name })}
      onClose={onClose}
      of={form}
      onSubmit={() => form.act(add, t("publishers.key.added"))}
      go={t("publishers.key.addGo")}
    >
      <Text size="sm">
        {t("publishers.key.addText", { level: t(`publishers.level.${publisher.level}`) })}
      </Text>
      <Textarea
        required
        data-autofocus
        autosize
        minRows={3}
        label={t("publishers.key.label")}
        description={t("publishers.key.help")}
        {...form.field("key")}
      />
    </FormDialog>
  );
}

type RevokeProps = { publisher: Publisher; of: PublisherKey; onClose: () => void };

/** Revokes a key, and says first what becomes invalid with it. */
export function RevokeKey({ publisher, of, onClose }: RevokeProps) {
  const { t } = useTranslation("publishers");
  return (
    <ConfirmDialog
      title={t("publishers.key.revokeOne", { key: of.id })}
      text={
        <Affects publisher={publisher} of={of}>
          {t("publishers.key.revokeAffects")}
        </Affects>
      }
      reason={t("publishers.key.reason")}
      go={t("publishers.key.revoke")}
      done={t("publishers.key.revokeDone")}
      act={(reason) => publisherActions.revokeKey(of.id, reason)}
      onClose={onClose}
    />
  );
}

type AffectsProps = { publisher: Publisher; of?: PublisherKey; children: string };

/** The effects of an action. */
function Affects({ publisher, of, children }: AffectsProps) {
  const { t } = useTranslation("publishers");
  const { number } = useFormats();
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
