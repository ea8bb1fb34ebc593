import { Box, Group, Text } from "@mantine/core";
import { AdminItem, AdminList } from "../../admin/admin";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { StateBadge } from "../../ui/state-badge";
import { Dim, Line } from "../../ui/texts";
import "../../admin/versions.css";
import { AddKey, PublisherForm, RevokeKey } from "./publisher-dialogs";
import type { Publisher, PublisherKey } from "./publishers";

/** Whose plugins are let in: publishers, what their signatures are worth, and the keys that they sign with. */
export default function PublishersPage() {
  const { t } = useTexts("publishers");
  const list = useList("/api/admin/publishers", {});
  return (
    <AdminList
      title={t("publishers.page.title")}
      lead={t("publishers.page.lead")}
      action={
        <DialogButton label={t("publishers.page.new")} isMain icon="add">
          {(close) => <PublisherForm publisher={null} onClose={close} />}
        </DialogButton>
      }
      list={list}
      empty={{ icon: "shield", title: t("publishers.page.none"), text: t("publishers.page.noneText") }}
    >
      {(publisher) => <Row key={publisher.id} publisher={publisher} />}
    </AdminList>
  );
}

function Row({ publisher }: { publisher: Publisher }) {
  const { t, date } = useTexts("publishers");
  const { id, name, level, keys, created_at } = publisher;
  return (
    <AdminItem
      name={name}
      marks={
        <StateBadge mark={level === "official" || level === "partner" ? "good" : "plain"}>
          {t(`publishers.level.${level}`)}
        </StateBadge>
      }
    >
      <Line mb="xs" of={[id, t("publishers.page.since", { when: date(created_at) })]} />
      {keys.length === 0 && <Text size="sm">{t("publishers.page.noKeys")}</Text>}
      <ul className="admin-versions">
        {keys.map((key) => (
          <Key key={key.id} of={key} publisher={publisher} />
        ))}
      </ul>
      <Group gap="xs" mt="sm">
        <DialogButton
          label={t("publishers.page.addKey")}
          size="xs"
          name={t("publishers.page.addKeyTo", { name })}
        >
          {(close) => <AddKey publisher={publisher} onClose={close} />}
        </DialogButton>
        <DialogButton
          label={t("publishers.page.edit")}
          size="xs"
          name={t("publishers.page.editOne", { name })}
        >
          {(close) => <PublisherForm publisher={publisher} onClose={close} />}
        </DialogButton>
      </Group>
    </AdminItem>
  );
}

function Key({ of, publisher }: { of: PublisherKey; publisher: Publisher }) {
  const { t, date } = useTexts("publishers");
  return (
    <li>
      <Box miw={0}>
        <Text size="sm">
          <code>{of.id}</code>
        </Text>
        <Dim>
          {of.revoked_at
            ? t("publishers.key.revoked", { when: date(of.revoked_at) })
            : t("publishers.key.since", { when: date(of.created_at) })}
        </Dim>
      </Box>
      {of.revoked_at ? (
        <StateBadge mark="bad">{t("publishers.key.over")}</StateBadge>
      ) : (
        <DialogButton
          label={t("publishers.key.revoke")}
          size="xs"
          name={t("publishers.key.revokeOne", { key: of.id })}
        >
          {(close) => <RevokeKey publisher={publisher} of={of} onClose={close} />}
        </DialogButton>
      )}
    </li>
  );
}
