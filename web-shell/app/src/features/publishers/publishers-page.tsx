import { Box, TextInput } from "@mantine/core";
import { AdminTable } from "../../admin/admin";
import { type Answer, api, unwrap, useApi, withId } from "../../api/client";
import { useList } from "../../api/use-list";
import { ActionDialog, ConfirmButton, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Two } from "../../ui/data-table";
import { Dialog, DialogButton } from "../../ui/dialog";
import { LongText } from "../../ui/long-text";
import { Loading, Notice } from "../../ui/page";
import { sortingOf } from "../../ui/sorting";
import { StateBadge } from "../../ui/state-badge";
import { Dim, Small } from "../../ui/texts";
import "../../admin/versions.css";

type Publisher = Answer<"/api/admin/publishers">["data"][number];

type PublisherKey = Publisher["keys"][number];

type Level = Publisher["level"];

const LEVELS: Level[] = ["private", "community", "partner", "official"];

const publisherActions = {
  create: (body: { id: string; name: string; level: Level }) =>
    unwrap(api.POST("/api/admin/publishers", { body })),
  change: (id: string, body: { name: string; level: Level }) =>
    unwrap(api.PUT("/api/admin/publishers/{id}", { ...withId(id), body })),
  addKey: (id: string, key: string) =>
    unwrap(api.POST("/api/admin/publishers/{id}/keys", { ...withId(id), body: { key } })),
  revokeKey: (key: string, reason: string) =>
    unwrap(api.PUT("/api/admin/keys/{id}/revocation", { ...withId(key), body: { reason } })),
};

type AffectsProps = { publisher: Publisher; of?: PublisherKey; children: string };

const SORTS = ["name", "level", "created"] as const;
const usual = { by: "name", order: "asc" } as const;

/** The publishers, their levels, and their signing keys. */
export default function PublishersPage() {
  const { t, date } = useTexts("publishers");
  const list = useList("/api/admin/publishers", (filter) => {
    const { by: sort, order } = sortingOf(filter, SORTS, usual);
    return { query: { sort, order } };
  });
  return (
    <AdminTable
      title={t("publishers.page.title")}
      lead={t("publishers.page.lead")}
      action={
        <DialogButton label={t("publishers.page.new")} isMain icon="add">
          {(close) => <PublisherForm publisher={null} onClose={close} />}
        </DialogButton>
      }
      list={list}
      empty={{ icon: "building", title: t("publishers.page.none"), text: t("publishers.page.noneText") }}
      width={760}
      columns={[
        {
          title: t("publishers.table.name"),
          isHead: true,
          sort: "name",
          cell: ({ id, name }) => <Two of={[name, id]} />,
        },
        {
          title: t("publishers.table.level"),
          sort: "level",
          first: "desc",
          cell: ({ level }) => <LevelBadge level={level} />,
        },
        { title: t("publishers.table.keys"), cell: (publisher) => <Keys publisher={publisher} /> },
        {
          title: t("publishers.table.since"),
          sort: "created",
          first: "desc",
          cell: ({ created_at }) => date(created_at),
        },
      ]}
      keyOf={({ id }) => id}
      sorting={sortingOf(list.filter, SORTS, usual)}
      actions={(publisher) => <Actions publisher={publisher} />}
    />
  );
}

function LevelBadge({ level }: { level: Level }) {
  const { t } = useTexts("publishers");
  const isTrusted = level === "official" || level === "partner";
  return <StateBadge mark={isTrusted ? "good" : "plain"}>{t(`publishers.level.${level}`)}</StateBadge>;
}

/** The number of signing keys; a dialog lists and revokes them. */
function Keys({ publisher }: { publisher: Publisher }) {
  const { t } = useTexts("publishers");
  const { keys, name } = publisher;
  if (keys.length === 0) return t("publishers.page.noKeys");
  return (
    <DialogButton
      label={t("publishers.page.keys", { count: keys.filter(({ revoked_at }) => !revoked_at).length })}
      name={t("publishers.page.keysOf", { name })}
      size="compact-sm"
    >
      {(close) => (
        <Dialog title={t("publishers.page.keysOf", { name })} onClose={close}>
          <ul className="admin-versions">
            {keys.map((key) => (
              <Key key={key.id} of={key} publisher={publisher} />
            ))}
          </ul>
        </Dialog>
      )}
    </DialogButton>
  );
}

function Actions({ publisher }: { publisher: Publisher }) {
  const { t } = useTexts("publishers");
  const { name } = publisher;
  return (
    <>
      <DialogButton
        label={t("publishers.page.addKey")}
        size="compact-sm"
        name={t("publishers.page.addKeyTo", { name })}
      >
        {(close) => <AddKey publisher={publisher} onClose={close} />}
      </DialogButton>
      <DialogButton
        label={t("publishers.page.edit")}
        size="compact-sm"
        name={t("publishers.page.editOne", { name })}
      >
        {(close) => <PublisherForm publisher={publisher} onClose={close} />}
      </DialogButton>
    </>
  );
}

function Key({ of, publisher }: { of: PublisherKey; publisher: Publisher }) {
  const { t, date } = useTexts("publishers");
  return (
    <li>
      <Box miw={0}>
        <Small>
          <code>{of.id}</code>
        </Small>
        <Dim>
          {of.revoked_at
            ? t("publishers.key.revoked", { when: date(of.revoked_at) })
            : t("publishers.key.since", { when: date(of.created_at) })}
        </Dim>
      </Box>
      {of.revoked_at ? (
        <StateBadge mark="bad">{t("publishers.key.over")}</StateBadge>
      ) : (
        <ConfirmButton
          label={t("publishers.key.revoke")}
          size="xs"
          name={t("publishers.key.revokeOne", { key: of.id })}
          text={
            <Affects publisher={publisher} of={of}>
              {t("publishers.key.revokeAffects")}
            </Affects>
          }
          reason={t("publishers.key.reason")}
          done={t("publishers.key.revokeDone")}
          act={(reason) => publisherActions.revokeKey(of.id, reason)}
        />
      )}
    </li>
  );
}

function PublisherForm({ publisher, onClose }: { publisher: Publisher | null; onClose: () => void }) {
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
      {...form.does(
        () =>
          publisher
            ? publisherActions.change(publisher.id, { name, level })
            : publisherActions.create({ id, name, level }),
        t(`publishers.form.${what}Done`),
      )}
      go={t("publishers.form.save")}
    >
      <TextInput data-autofocus autoComplete="off" {...form.needs("name", t("publishers.form.name"))} />
      {!publisher && (
        <TextInput
          autoComplete="off"
          description={t("publishers.form.idHelp")}
          {...form.needs("id", t("publishers.form.id"))}
        />
      )}
      <Choice
        description={t(`publishers.levelText.${level}`)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        values={LEVELS}
        text={(value) => t(`publishers.level.${value}`)}
        {...form.field("level", t("publishers.form.level"))}
      />
      {publisher && level !== publisher.level && (
        <Affects publisher={publisher}>{t("publishers.form.levelAffects")}</Affects>
      )}
    </ActionDialog>
  );
}

function AddKey({ publisher, onClose }: { publisher: Publisher; onClose: () => void }) {
  const { t } = useTexts("publishers");
  const form = useActionForm({ key: "" });
  return (
    <ActionDialog
      title={t("publishers.page.addKeyTo", { name: publisher.name })}
      onClose={onClose}
      {...form.does(() => publisherActions.addKey(publisher.id, form.values.key), t("publishers.key.added"))}
      go={t("publishers.key.addGo")}
    >
      <Small>{t("publishers.key.addText", { level: t(`publishers.level.${publisher.level}`) })}</Small>
      <LongText
        data-autofocus
        minRows={3}
        description={t("publishers.key.help")}
        {...form.needs("key", t("publishers.key.label"))}
      />
    </ActionDialog>
  );
}

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
      <Small>{children}</Small>
      <Small mt={4}>{[sum("packages"), sum("plugins"), sum("accounts"), sum("runs")].join(" · ")}</Small>
    </Notice>
  );
}
