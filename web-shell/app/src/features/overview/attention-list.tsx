import { Card, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { Panel } from "../../ui/page";
import { TextLink } from "../../ui/texts";
import type { Attention } from "./overview";

type Props = { attention: Attention; hasModel: boolean };

/** What waits for an administrator, each with its list. */
export function AttentionList({ attention, hasModel }: Props) {
  const { t, href, number } = useTexts("overview");
  const waiting = { ...attention, model: hasModel ? 0 : 1 };
  const places = {
    model: href("adminModels"),
    failed_jobs: `${href("adminJobs")}?status=failed`,
    failed_mails: `${href("adminOutbox")}?status=failed`,
    quarantined: `${href("adminPlugins")}?state=closed`,
    waiting: `${href("adminPlugins")}?state=waiting`,
    reviews: href("adminReviews"),
    plan_requests: href("adminProducts"),
    refused_shops: `${href("adminShops")}?status=denied`,
  };
  const kinds = Object.keys(places) as (keyof typeof places)[];
  const open = kinds.filter((kind) => waiting[kind] > 0);
  const calm = kinds.filter((kind) => waiting[kind] === 0);
  return (
    <Panel title={t("overview.attention.title")}>
      {open.length === 0 ? (
        <div className="overview-calm">
          <Icon name="check" />
          <Text fw={600}>{t("overview.attention.none")}</Text>
        </div>
      ) : (
        <Card withBorder padding={0} component="ul" className="overview-list">
          {open.map((kind) => (
            <li key={kind}>
              <TextLink to={places[kind]}>
                {t(`overview.attention.${kind}`, {
                  count: waiting[kind],
                  number: number(waiting[kind]),
                })}
              </TextLink>
            </li>
          ))}
        </Card>
      )}
      <ul className="overview-checked" aria-label={t("overview.attention.checked")}>
        {calm.map((kind) => (
          <li key={kind}>
            <Icon name="check" size={16} />
            {t(`overview.checked.${kind}`)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
