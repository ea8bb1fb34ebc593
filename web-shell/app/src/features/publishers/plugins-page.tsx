import { Group } from "@mantine/core";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Item, Rows } from "../../ui/list";
import { EmptyState, Section } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import type { OwnPlugin } from "./publisher";
import { PublisherFrame } from "./publisher-frame";

/** The installed plugins of a publisher. */
export default function PluginsPage() {
  return <PublisherFrame part="plugins">{() => <All />}</PublisherFrame>;
}

function All() {
  const { t } = useTexts("portal");
  const list = useList("/api/publisher/plugins", {});
  if (list.data?.total === 0)
    return <EmptyState icon="tools" title={t("portal.plugins.none")} text={t("portal.plugins.noneText")} />;
  return (
    <Section title={t("portal.plugins.title")}>
      <Rows list={list} none="" className="partner-rows">
        {(plugin) => <Row key={plugin.id} plugin={plugin} />}
      </Rows>
    </Section>
  );
}

function Row({ plugin }: { plugin: OwnPlugin }) {
  const { t, href } = useTexts("portal");
  const { id, name, version, versions } = plugin;
  return (
    <Item
      title={name}
      to={href("publisherPlugin", { plugin: id })}
      facts={[
        id,
        version ? t("portal.plugins.serves", { version }) : t("portal.plugins.servesNobody"),
        t("portal.plugins.versions", { count: versions }),
      ]}
    >
      <Group gap={6}>
        <StateBadge mark={plugin.listed ? "good" : "plain"}>
          {t(plugin.listed ? "portal.plugins.listed" : "portal.plugins.unlisted")}
        </StateBadge>
        {plugin.closed && <StateBadge mark="bad">{t("portal.plugins.closed")}</StateBadge>}
      </Group>
    </Item>
  );
}
