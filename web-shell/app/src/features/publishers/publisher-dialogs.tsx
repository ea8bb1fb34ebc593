import { Select, Text, Textarea, TextInput } from "@mantine/core";
import { useApi } from "../../api/client";
import { ActionDialog, ConfirmDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Loading, Notice } from "../../ui/page";
import { LEVELS, type Level, type Publisher, type PublisherKey, publisherActions } from "./publishers";

export function PublisherForm({ publisher, onClose }: { publisher: Publisher | null; onClose: () => void }) {
  const { t } = useTexts("publishers");
  const form = useActionForm({
    id: "",
    name: publisher?.name ?? "",
    level: (publisher?.level ?? "community") as Level,
  });
  const { id, name, level } = form.values;
  const what = publisher ? "edit" : "new";
  return (
    <ActionDialog
      title={t(`publishers.form.${what}`)}
      onClose={onClose}
      of={form}
      act={() =>
        publisher
          ? publisherActions.change(publisher.id, { name, level })
          : publisherActions.create({ id, name, level })
      }
      done={t(`publishers.form.${what}Done`)}
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
    </ActionDialog>
  );
}

export function AddKey({ publisher, onClose }: { publisher: Publisher; onClose: () => void }) {
  const { t } = useTexts("publishers");
  const form = useActionForm({ key: "" });
  return (
    <ActionDialog
      title={t("publishers.page.addKeyTo", { name: publisher.name })}
      onClose={onClose}
      of={form}
      act={() => publisherActions.addKey(publisher.id, form.values.key)}
      done={t("publishers.key.added")}
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
    </ActionDialog>
  );
}

type RevokeProps = { publisher: Publisher; of: PublisherKey; onClose: () => void };

/** Revokes a key, and says first what becomes invalid with it. */
export function RevokeKey({ publisher, of, onClose }: RevokeProps) {
  const { t } = useTexts("publishers");
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

function Affects({ publisher, of, children }: AffectsProps) {
  const { t, number } = useTexts("publishers");
  const { data } = useApi(
    "/api/admin/publishers/{id}/reach",
    { path: { id: publisher.id }, query: { key: of?.id } },
    { staleTime: 0, throwOnError: false },
  );
  if (!data) return <Loading h={72} />;
  const sum = (name: keyof typeof data) =>
    t(`publishers.reach.${name}`, { count: data[name], number: number(data[name]) });
  return (
    <Notice
      role="status"
      variant="light"
      color={data.packages > 0 ? "yellow" : "gray"}
      icon={data.packages > 0 ? "alert" : "info"}
    >
      <Text size="sm">{children}</Text>
      <Text size="sm" mt={4}>
        {[sum("packages"), sum("plugins"), sum("accounts"), sum("runs")].join(" · ")}
      </Text>
    </Notice>
  );
}
