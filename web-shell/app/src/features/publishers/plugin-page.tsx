import { Group, Select, Stack, Table, Text, Title } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useLoaded } from "../../api/query";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { PageTitle } from "../../ui/page-title";
import { Section } from "../../ui/section";
import { TextButton } from "../../ui/texts";
import { ListingSection } from "./listing-section";
import { type Figures, type PluginStats, statsQuery, tableOf } from "./publisher";
import "./publishers.css";

const SPANS = [7, 30, 90] as const;
const COLUMNS = ["runs", "accounts", "words", "faults", "breakdowns", "good", "bad"] as const;

/** How one plugin fares: counts by version and by day. */
export default function PluginPage() {
  const { t } = useTranslation("portal");
  const { plugin: id = "" } = useParams();
  const href = useHref();
  const [days, setDays] = useState(30);
  const first = useLoaded(statsQuery(id));
  const { data: stats = first } = useQuery(statsQuery(id, days));
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{`${stats.name} – ${t("portal.page.title")}`}</PageTitle>
      <BackLink to={href("publisherPlugins")}>{t("portal.page.plugins")}</BackLink>
      <div>
        <Title order={1} className="partner-long">
          {stats.name}
        </Title>
        <Text c="dimmed" className="partner-long">
          {stats.id}
        </Text>
      </div>
      <Group justify="space-between" align="flex-end">
        <Select
          label={t("portal.stats.span")}
          allowDeselect={false}
          data={SPANS.map((span) => ({
            value: String(span),
            label: t("portal.stats.days", { count: span }),
          }))}
          value={String(days)}
          onChange={(span) => setDays(Number(span))}
        />
        <TextButton label={t("portal.stats.csv")} file={tableOf(id, days)} />
      </Group>
      <Whole stats={stats} />
      <ListingSection id={id} />
    </Stack>
  );
}

function Whole({ stats }: { stats: PluginStats }) {
  const { t } = useTranslation("portal");
  const { day } = useDays();
  if (stats.days.length === 0) return <Text c="dimmed">{t("portal.stats.none")}</Text>;
  return (
    <>
      <Section title={t("portal.stats.byVersion")} lead={t("portal.stats.lead")}>
        <Counts
          title={t("portal.stats.byVersion")}
          first={t("portal.stats.version")}
          rows={stats.versions.map((figures) => ({ name: figures.version, figures }))}
          total={stats.total}
        />
      </Section>
      <Section title={t("portal.stats.byDay")}>
        <Counts
          title={t("portal.stats.byDay")}
          first={t("portal.stats.day")}
          rows={stats.days.map((figures) => ({ name: day(figures.day), figures }))}
        />
      </Section>
    </>
  );
}

/** Days are counted in UTC, so they are named in it. */
function useDays() {
  const language = usePageLanguage();
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  return { day: (moment: string) => format.format(new Date(moment)) };
}

type Props = {
  title: string;
  /** What the first column is called. */
  first: string;
  rows: { name: string; figures: Figures }[];
  total?: Figures;
};

/** Figures in a table; in a narrow window it scrolls inside its box. */
function Counts({ title, first, rows, total }: Props) {
  const { t } = useTranslation("portal");
  const { number } = useFormats();
  const line = (name: string, figures: Figures, weight?: number) => (
    <Table.Tr key={name} fw={weight}>
      <Table.Th scope="row" fw={weight ?? 400} style={{ whiteSpace: "nowrap" }}>
        {name}
      </Table.Th>
      {COLUMNS.map((column) => (
        <Table.Td key={column} ta="right">
          {number(figures[column])}
        </Table.Td>
      ))}
    </Table.Tr>
  );
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} aria-label={title} role="group">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{first}</Table.Th>
            {COLUMNS.map((column) => (
              <Table.Th key={column} scope="col" ta="right">
                {t(`portal.figure.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, figures }) => line(name, figures))}
          {total && line(t("portal.stats.total"), total, 600)}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
