import { Anchor, Card, Group, Text } from "@mantine/core";
import { Link } from "react-router";
import { useCatalogue } from "../../api/catalogue";
import { useRecentTools } from "../../api/recent-tools";
import { useTexts } from "../../i18n/use-texts";
import { Panel } from "../../ui/page";
import { Fine } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import "./tools.css";

const SHOWN = 4;

/** A few tools to start with: the last used, then favourites. */
export function ToolShelf() {
  const { t, href } = useTexts("tools");
  const recent = useRecentTools();
  const { data: used } = useCatalogue({ ids: recent, locked: false });
  const { data: all } = useCatalogue({ sort: "favourites", locked: false, per_page: SHOWN });
  const known = [...(recent.length > 0 ? (used?.tools ?? []) : []), ...(all?.tools ?? [])];
  const tools = new Map(known.map((tool) => [tool.id, tool]));
  return (
    <Panel
      title={t("tools.shelf.title")}
      aside={
        <Anchor component={Link} to={href("tools")} size="sm">
          {t("tools.shelf.all")}
        </Anchor>
      }
    >
      <div className="tool-grid">
        {[...tools.values()].slice(0, SHOWN).map((tool) => (
          <Card key={tool.id} withBorder padding="md" className="tool-card">
            <Group wrap="nowrap">
              <ToolIcon icon={tool.icon} category={tool.category} size={40} />
              <div>
                <Link to={href("tool", { tool: tool.id })} className="tool-link">
                  <Text fw={600}>{tool.name}</Text>
                </Link>
                <Fine lineClamp={2}>{tool.summary}</Fine>
              </div>
            </Group>
          </Card>
        ))}
      </div>
    </Panel>
  );
}
