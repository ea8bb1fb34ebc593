import { Card, Group } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { Panel } from "../../ui/page";
import { Dim, TextLink } from "../../ui/texts";
import type { Attention } from "./overview";

/** What waits for an administrator, each with its list. */
export function AttentionList({ attention }: { attention: Attention }) {
  const { t, href, number } = useTexts("overview");
  const places = {
    failed_jobs: `${href("adminJobs")}?status=failed`,
    failed_mails: `${href("adminOutbox")}?status=failed`,
    quarantined: `${href("adminPlugins")}?state=closed`,
    waiting: `${href("adminPlugins")}?state=waiting`,
    reviews: href("adminReviews"),
    plan_requests: href("adminProducts"),
    refused_shops: `${href("adminShops")}?status=denied`,
  };
  const kinds = (Object.keys(places) as (keyof typeof places)[]).filter((kind) => attention[kind] > 0);
  const isCalm = kinds.length === 0;
  return (
    <Panel title={t("overview.attention.title")}>
      <Card withBorder padding={isCalm ? "md" : 0}>
        {isCalm ? (
          <Group gap="xs">
            <Icon name="check" />
            <Dim>{t("overview.attention.none")}</Dim>
          </Group>
        ) : (
          <ul className="overview-list">
            {kinds.map((kind) => (
              <li key={kind}>
                <TextLink to={places[kind]}>
                  {t(`overview.attention.${kind}`, {
                    count: attention[kind],
                    number: number(attention[kind]),
                  })}
                </TextLink>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Panel>
  );
}
