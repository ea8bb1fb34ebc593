import { Anchor, Group } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCatalogue } from "../../api/catalogue";
import { GROUPS, type Group as GroupName } from "../../api/groups";
import { useHref } from "../../i18n/use-page-language";

/** The groups of which more than one tool is installed: only then is there anything to do at once. */
const worthwhile = (tools: string[]) =>
  (Object.keys(GROUPS) as GroupName[]).filter((group) => {
    const known: readonly string[] = GROUPS[group];
    return tools.filter((id) => known.includes(id)).length > 1;
  });

const IDS = Object.values(GROUPS).flat();

/** The ways to the pages on which several tools write at once. */
export function GroupLinks() {
  const { t } = useTranslation("tools");
  const href = useHref();
  const { data } = useCatalogue({ ids: IDS });
  const groups = worthwhile(data?.tools.map(({ id }) => id) ?? []);
  if (!groups.length) return null;
  return (
    <Group gap="lg">
      {groups.map((group) => (
        <Anchor key={group} component={Link} to={href(group)} fw={600}>
          <Group gap={6} component="span">
            <Icon name="spark" size={16} />
            {t(`tools.group.${group}`)}
          </Group>
        </Anchor>
      ))}
    </Group>
  );
}
