import { useTexts } from "../../i18n/use-texts";
import { StateBadge } from "../../ui/state-badge";
import { type AuditRow, LEVEL_MARKS, STATE_MARKS } from "./audits";
import { levelOf } from "./counts";

/** How grave a finding is. */
export function LevelBadge({ level }: { level: string }) {
  const { t } = useTexts("audits");
  const known = levelOf(level);
  return <StateBadge mark={LEVEL_MARKS[known]}>{t(`audits.level.${known}`)}</StateBadge>;
}

/** Where an audit is. */
export function AuditBadge({ audit: { state } }: { audit: Pick<AuditRow, "state"> }) {
  const { t } = useTexts("audits");
  return <StateBadge mark={STATE_MARKS[state]}>{t(`audits.state.${state}`)}</StateBadge>;
}

/** The HTTP status of an address, with a word for one that did not answer. */
export function StatusBadge({ status }: { status: number | null }) {
  const { t } = useTexts("audits");
  if (status === null) return <StateBadge mark="plain">{t("audits.status.unknown")}</StateBadge>;
  if (status === 0) return <StateBadge mark="bad">{t("audits.status.none")}</StateBadge>;
  const mark = status < 300 ? "good" : status < 400 ? "warn" : "bad";
  return <StateBadge mark={mark}>{String(status)}</StateBadge>;
}
