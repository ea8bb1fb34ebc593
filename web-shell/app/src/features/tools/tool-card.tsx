import { ActionIcon } from "@mantine/core";
import type { ListedTool } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFavourite } from "../../api/catalogue";
import { useTexts } from "../../i18n/use-texts";
import { lockText } from "../../ui/tool-lock";
import { guestText } from "./guest-text";
import { PermissionsShield } from "./permissions-shield";
import { Picture } from "./pictures/picture";

/** The publisher of the bundled tools, whose name on most cards would say nothing. */
const OWN = "sitewright";

type CardProps = {
  picture: ReactNode;
  name: string;
  /** The level of the heading. */
  level: 2 | 3;
  to: string;
  summary: string;
  facts?: ReactNode;
  children?: ReactNode;
};

/** A card of the catalogue, or a row on a narrow screen. Its link covers it; buttons are above the link. */
function Card({ picture, name, level, to, summary, facts, children }: CardProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article className="catalogue-card">
      <div className="catalogue-picture">{picture}</div>
      <div className="catalogue-about">
        <Heading className="catalogue-name">
          <Link to={to} className="catalogue-link">
            {name}
          </Link>
        </Heading>
        <p className="catalogue-summary">{summary}</p>
        {facts && <div className="catalogue-facts">{facts}</div>}
      </div>
      <div className="catalogue-buttons">{children}</div>
    </article>
  );
}

/** A tool of the catalogue. */
export function ToolCard({ tool, level }: { tool: ListedTool; level: 2 | 3 }) {
  const { href } = useTexts("tools");
  return (
    <Card
      picture={<Picture of={tool.id} category={tool.category} isOwn={tool.publisher === OWN} />}
      name={tool.name}
      level={level}
      to={href("tool", { tool: tool.id })}
      summary={tool.summary}
      facts={<Facts tool={tool} />}
    >
      <PermissionsShield tool={tool} />
      <Star tool={tool} />
    </Card>
  );
}

/** A page on which several tools write at once. */
export function GroupCard({ group, level }: { group: "posts" | "ads"; level: 2 | 3 }) {
  const { t, href } = useTexts("tools");
  return (
    <Card
      picture={<Picture of={group} category={group === "posts" ? "social" : "ads"} isOwn />}
      name={t(`tools.group.${group}`)}
      level={level}
      to={href(group)}
      summary={t(`tools.groupText.${group}`)}
    />
  );
}

function Star({ tool }: { tool: ListedTool }) {
  const { t } = useTexts("tools");
  const favourite = useFavourite();
  const label = t(tool.favourite ? "tools.card.unmark" : "tools.card.mark", { name: tool.name });
  return (
    <ActionIcon
      variant="subtle"
      color={tool.favourite ? "yellow.8" : "gray"}
      size={40}
      aria-pressed={tool.favourite}
      aria-label={label}
      title={label}
      onClick={() => favourite.mutate({ id: tool.id, favourite: !tool.favourite })}
    >
      <Icon name="star" filled={tool.favourite} />
    </ActionIcon>
  );
}

/** Why a tool cannot be used; otherwise who made it and how much it writes. */
function Facts({ tool }: { tool: ListedTool }) {
  const { t, number } = useTexts("tools");
  const words = t("tools.card.words", { count: tool.words, words: number(tool.words) });
  const facts = [
    tool.publisher !== OWN && t("tools.card.by", { publisher: tool.publisher_name }),
    tool.development && t("tools.card.development"),
    !tool.lock && tool.words > 0 && words,
  ].filter(Boolean);
  return (
    <>
      {tool.guest && <span className="catalogue-guest">{guestText(tool, t)}</span>}
      {tool.lock && (
        <span className="catalogue-locked">
          <Icon name="lock" size={14} /> {lockText(tool, t)}
        </span>
      )}
      {facts.length > 0 && <span>{facts.join(" · ")}</span>}
    </>
  );
}
