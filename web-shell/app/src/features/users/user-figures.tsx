import { Stat, Stats } from "@sitewright/ui/stat";
import type { AdminUser } from "../../admin/users";
import { useTexts } from "../../i18n/use-texts";
import { usdOf } from "../../ui/usd";
import type { UserSummary } from "./users";

const UNKNOWN = "–";

/** What an operator compares between users: the columns of the list. */
export function UserFigures({ user, row }: { user: AdminUser; row: UserSummary | undefined }) {
  const { t, language, number } = useTexts("admin");
  const { used, allowance } = user.words;
  const { runs, projects, documents } = user.counts;
  return (
    <Stats label={t("admin.facts.title")}>
      <Stat
        label={t("admin.users.words")}
        value={number(used)}
        note={t("admin.figures.allowance", { count: allowance, allowance: number(allowance) })}
      />
      <Stat
        label={t("admin.users.runs")}
        value={row ? number(row.runs) : UNKNOWN}
        note={t("admin.figures.runs", { count: runs, runs: number(runs) })}
      />
      <Stat label={t("admin.users.cost")} value={row ? usdOf(language)(row.cost_usd) : UNKNOWN} />
      <Stat
        label={t("admin.facts.projects")}
        value={number(projects)}
        note={t("admin.figures.documents", { count: documents, documents: number(documents) })}
      />
    </Stats>
  );
}
