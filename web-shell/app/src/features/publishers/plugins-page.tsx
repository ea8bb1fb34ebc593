import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useList } from "../../api/use-list";
import { useHref } from "../../i18n/use-page-language";
import { EmptyState } from "../../ui/empty-state";
import { Rows } from "../../ui/rows";
import { Section } from "../../ui/section";
import { StateBadge } from "../../ui/state-badge";
import { Line, TextLink } from "../../ui/texts";
import type { OwnPlugin } from "./publisher";
import { PublisherFrame } from "./publisher-frame";

/** The plugins of a publisher that are installed. */
export default function PluginsPage() {
  return <PublisherFrame part="plugins">{() => <All />}</PublisherFrame>;
}

function All() {
  const { t } = useTranslation("portal");
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
  const { t } = useTranslation("portal");
  const href = useHref();
  const { id, name, version, versions } = plugin;
  return (
    <li>
      <div>
        <TextLink to={href("publisherPlugin", { plugin: id })} fw={600} className="partner-long">
          {name}
        </TextLink>
        <Line
          of={[
            id,
            version ? t("portal.plugins.serves", { version }) : t("portal.plugins.servesNobody"),
            t("portal.plugins.versions", { count: versions }),
          ]}
        />
      </div>
      <Group gap={6}>
        <StateBadge mark={plugin.listed ? "good" : "plain"}>
          {t(plugin.listed ? "portal.plugins.listed" : "portal.plugins.unlisted")}
        </StateBadge>
        {plugin.closed && <StateBadge mark="bad">{t("portal.plugins.closed")}</StateBadge>}
      </Group>
    </li>
  );
}
