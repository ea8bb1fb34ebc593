import { Card } from "@mantine/core";
import { BarList } from "@sitewright/ui/chart";
import { useTexts } from "../../i18n/use-texts";
import { Panel } from "../../ui/page";
import type { Audit } from "./audits";

/** More levels of depth are one bar. */
const DEPTHS = 8;

const CLASS_COLOURS: Record<number, string> = {
  2: "var(--mantine-primary-color-filled)",
  3: "var(--sw-caution)",
  4: "var(--mantine-color-error)",
  5: "var(--mantine-color-error)",
  0: "var(--mantine-color-error)",
};

/** The pages by the class of their status. */
export function Statuses({ audit: { statuses } }: { audit: Audit }) {
  const { t, number } = useTexts("audits");
  const items = statuses.map(({ class: status, pages }) => ({
    key: String(status),
    name: t(`audits.class.${status}`),
    value: pages,
    color: CLASS_COLOURS[status],
  }));
  return (
    <Panel title={t("audits.statuses.title")}>
      <Card withBorder>
        <BarList label={t("audits.statuses.title")} items={items} format={number} />
      </Card>
    </Panel>
  );
}

/** The pages by clicks from the start. */
export function Depths({ audit: { depths } }: { audit: Audit }) {
  const { t, number } = useTexts("audits");
  const reached = depths.filter(({ depth }) => depth != null && depth < DEPTHS);
  const deep = depths.filter(({ depth }) => depth != null && depth >= DEPTHS);
  const alone = depths.find(({ depth }) => depth == null);
  const items = [
    ...reached.map(({ depth, pages }) => ({
      key: String(depth),
      name: depth === 0 ? t("audits.depths.start") : t("audits.depths.clicks", { count: depth ?? 0 }),
      value: pages,
    })),
    ...(deep.length > 0
      ? [
          {
            key: "deep",
            name: t("audits.depths.more", { count: DEPTHS }),
            value: deep.reduce((sum, { pages }) => sum + pages, 0),
            color: "var(--sw-caution)",
          },
        ]
      : []),
    ...(alone
      ? [
          {
            key: "alone",
            name: t("audits.depths.alone"),
            value: alone.pages,
            color: "var(--mantine-color-error)",
          },
        ]
      : []),
  ];
  return (
    <Panel title={t("audits.depths.title")}>
      <Card withBorder>
        <BarList label={t("audits.depths.title")} items={items} format={number} />
      </Card>
    </Panel>
  );
}
