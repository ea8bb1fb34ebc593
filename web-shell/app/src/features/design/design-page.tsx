import { Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { BarList, Columns, HeatStrip, Ring, Sparkline } from "@sitewright/ui/chart";
import { FAMILIES, inkOf, tintOf } from "@sitewright/ui/family";
import { ICON_NAMES, Icon } from "@sitewright/ui/icon";
import { PlotToCome } from "@sitewright/ui/plot-to-come";
import { ShareBar } from "@sitewright/ui/share-bar";
import { Stat, Stats } from "@sitewright/ui/stat";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { EmptyState, Notice, PageHead, Section } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { Dim, Fine, IconButton, Small, TextButton } from "../../ui/texts";
import "./design.css";

const ROLES = [
  ["navigation", "var(--mantine-primary-color-filled)"],
  ["action", "var(--mantine-color-rust-filled)"],
  ["caution", "var(--sw-caution)"],
  ["error", "var(--mantine-color-error)"],
  ["text", "var(--mantine-color-text)"],
  ["dimmed", "var(--mantine-color-dimmed)"],
  ["line", "var(--sw-line)"],
  ["body", "var(--mantine-color-body)"],
  ["surface", "var(--sw-surface)"],
] as const;

const MARKS = ["plain", "good", "warn", "bad"] as const;
const STATES = ["done", "done", "working", "failed", "waiting"] as const;
const DAYS = 14;

/** Every part of the design system, to see it in either scheme and language. */
export default function DesignPage() {
  const { t } = useTexts("design");
  return (
    <Stack gap="lg">
      <PageHead title={t("design.title")} lead={t("design.lead")} />
      <TypeScale />
      <Colours />
      <Controls />
      <Charts />
      <States />
      <Section title={t("design.icons.title")} lead={t("design.icons.lead")}>
        <ul className="design-icons">
          {ICON_NAMES.map((name) => (
            <li key={name}>
              <Icon name={name} size={22} />
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </Section>
    </Stack>
  );
}

function TypeScale() {
  const { t } = useTexts("design");
  return (
    <Section title={t("design.type.title")} lead={t("design.type.lead")}>
      <Title order={1} component="p" className="sw-printed">
        28 · {t("design.type.page")}
      </Title>
      <Title order={2} component="p">
        20 · {t("design.type.section")}
      </Title>
      <Title order={4} component="p">
        16 · {t("design.type.card")}
      </Title>
      <Small>14 · {t("design.type.text")}</Small>
      <Fine>12 · {t("design.type.fine")}</Fine>
      <Text className="sw-printed">{t("design.type.printed")}</Text>
    </Section>
  );
}

function Swatch({ color, name, children }: { color: string; name: string; children?: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <span className="design-swatch" style={{ background: color }} />
      <div>
        <Small fw={600}>{name}</Small>
        {children}
      </div>
    </Group>
  );
}

function Colours() {
  const { t } = useTexts("design");
  return (
    <Section title={t("design.colours.title")} lead={t("design.colours.lead")}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {ROLES.map(([role, color]) => (
          <Swatch key={role} color={color} name={t(`design.colours.${role}`)} />
        ))}
        {FAMILIES.map((family) => (
          <Swatch key={family} color={inkOf(family)} name={t(`design.family.${family}`)}>
            <span className="design-tint" style={{ background: tintOf(family), color: inkOf(family) }}>
              --sw-{family}
            </span>
          </Swatch>
        ))}
      </SimpleGrid>
    </Section>
  );
}

function Controls() {
  const { t } = useTexts("design");
  return (
    <Section title={t("design.controls.title")} lead={t("design.controls.lead")}>
      <Group>
        <TextButton label={t("design.controls.main")} isMain icon="spark" />
        <TextButton label={t("design.controls.other")} />
        <TextButton label={t("design.controls.danger")} isDanger variant="subtle" icon="trash" />
        <IconButton icon="more" label={t("design.controls.more")} size="lg" />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={t("design.controls.field")} description={t("design.controls.hint")} />
        <TextInput label={t("design.controls.field")} error={t("design.controls.error")} />
      </SimpleGrid>
      <Group>
        {MARKS.map((mark) => (
          <StateBadge key={mark} mark={mark}>
            {t(`design.marks.${mark}`)}
          </StateBadge>
        ))}
      </Group>
    </Section>
  );
}

function Charts() {
  const { t, date, number } = useTexts("design");
  const days = Array.from({ length: DAYS }, (_, day) => ({
    key: String(day),
    title: date(new Date(Date.UTC(2026, 0, day + 1)).toISOString()),
    values: FAMILIES.map((_, family) => ((day * 37 + family * 53) % 90) * (family < 3 ? 4 : 1)),
    isForecast: day > 10,
  }));
  const totals = days.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const names = FAMILIES.map((family) => ({ name: t(`design.family.${family}`), color: inkOf(family) }));
  return (
    <Section title={t("design.charts.title")} lead={t("design.charts.lead")}>
      <Stats label={t("design.charts.figures")}>
        <Stat label={t("design.charts.words")} value={number(12480)} note={t("design.charts.change")}>
          <ShareBar parts={names.map(({ name, color }) => ({ key: name, share: 0.12, color }))} />
        </Stat>
        <Stat label={t("design.charts.texts")} value={number(38)}>
          <Sparkline label={t("design.charts.texts")} values={totals} />
        </Stat>
        <Stat label={t("design.charts.share")} value="">
          <Ring label={t("design.charts.share")} value={0.62} text="62%" />
        </Stat>
      </Stats>
      <Columns
        label={t("design.charts.words")}
        series={names}
        columns={days}
        format={number}
        heads={{ column: t("design.charts.day"), total: t("design.charts.total") }}
      />
      <BarList
        label={t("design.charts.families")}
        format={number}
        items={names.map(({ name, color }, place) => ({ key: name, name, color, value: 900 - place * 140 }))}
      />
      <HeatStrip
        label={t("design.charts.rows")}
        cells={Array.from({ length: 40 }, (_, key) => ({ key, state: STATES[key % 5] ?? "waiting" }))}
      />
    </Section>
  );
}

function States() {
  const { t } = useTexts("design");
  return (
    <Section title={t("design.states.title")} lead={t("design.states.lead")}>
      <Notice title={t("design.states.notice")}>
        <Small>{t("design.states.noticeText")}</Small>
      </Notice>
      <Notice color="red" icon="alert" title={t("design.states.failed")}>
        <Small>{t("design.states.failedText")}</Small>
      </Notice>
      <PlotToCome level={{ at: 0.8, text: t("design.charts.total") }}>
        <Small>{t("design.states.empty")}</Small>
      </PlotToCome>
      <Card withBorder padding="md">
        <EmptyState icon="document" title={t("design.states.empty")} text={t("design.states.emptyText")}>
          <TextButton label={t("design.states.start")} isMain />
        </EmptyState>
      </Card>
      <Dim>{t("design.states.motion")}</Dim>
    </Section>
  );
}
