import { Alert, List } from "@mantine/core";
import { unicodeHost } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { Small } from "../../ui/texts";
import type { Proposal } from "./kit";

/** The source of a proposal, and the pages that could not be read. */
export function PagesRead({ proposal }: { proposal: Proposal }) {
  const { t } = useTexts("brand");
  const read = proposal.pages.filter((page) => page.problem === null);
  const unread = proposal.pages.filter((page) => page.problem !== null);
  return (
    <Alert role="status" color="spruce" icon={<Icon name="info" />}>
      <Small>
        {t("brand.read.pages", { count: read.length, site: unicodeHost(new URL(proposal.url).host) })}
      </Small>
      {unread.length > 0 && (
        <>
          <Small mt="xs">{t("brand.read.unread")}</Small>
          <List size="sm">
            {unread.map((page) => (
              <List.Item key={page.url} style={{ overflowWrap: "anywhere" }}>
                {new URL(page.url).pathname} – {page.problem}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
}
