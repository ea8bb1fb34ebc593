import { Text, UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Project, useCountry } from "../api/projects";
import { ProjectMenu, type Wish } from "../features/projects/project-menu";
import { useTexts } from "../i18n/use-texts";
import { Flag } from "../ui/flag";
import { fold } from "../ui/fold";
import { ProjectMark } from "../ui/project-mark";
import { SearchInput } from "../ui/search-input";
import { TextButton } from "../ui/texts";

/** More projects than this are searched. */
const FEW = 7;

type Props = {
  projects: Project[];
  labels: Map<number, string>;
  current: number | undefined;
  maxHeight: number;
  onSelect: (id: number) => void;
  onWish: (project: Project, wish: Wish) => void;
  /** Called when the menu of a row opens and closes. */
  onMenu: (isOpen: boolean) => void;
  /** Called when a link leads to another page. */
  onLeave: () => void;
};

/** Moves the focus between the projects; from the search, down leads to the first. */
function step(event: KeyboardEvent<HTMLDivElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(".sw-project > .sw-row")];
  const at = rows.findIndex((row) => row.parentElement?.contains(document.activeElement));
  const isTyping = event.target instanceof HTMLInputElement;
  const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: Math.max(at - 1, 0) };
  if (!isTyping) Object.assign(moves, { Home: 0, End: rows.length - 1 });
  const next = rows[moves[event.key] ?? -1];
  if (!next || (isTyping && event.key === "ArrowUp")) return;
  event.preventDefault();
  next.focus();
}

/** The projects to choose from, a search if they are many, and the links below them, which are always in view. */
export function ProjectList({ projects, labels, maxHeight, onSelect, onLeave, ...rows }: Props) {
  const { t, href } = useTexts("layout");
  const [search, setSearch] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const wanted = fold(search.trim());
  const found = projects.filter(({ name, site }) => fold(`${name} ${site.domain}`).includes(wanted));
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>(".sw-project:has([aria-current])");
    // `scrollIntoView` would also scroll what surrounds the list.
    if (list.current && current)
      list.current.scrollTop = current.offsetTop - (list.current.clientHeight - current.offsetHeight) / 2;
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only add to what Tab reaches.
    <div className="sw-projects" style={{ maxHeight }} onKeyDown={step}>
      {projects.length > FEW && (
        <SearchInput
          aria-label={t("layout.project.search")}
          placeholder={t("layout.project.search")}
          value={search}
          data-autofocus
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && found[0] && wanted) onSelect(found[0].id);
          }}
        />
      )}
      {found.length > 0 && (
        <ul ref={list} className="sw-projects-list">
          {found.map((project) => (
            <Row
              key={project.id}
              project={project}
              label={labels.get(project.id) ?? ""}
              onSelect={() => onSelect(project.id)}
              {...rows}
            />
          ))}
        </ul>
      )}
      {found.length === 0 && projects.length > 0 && (
        <Text size="sm" c="dimmed" p="sm" role="status">
          {t("layout.project.noneFound")}
        </Text>
      )}
      <div className="sw-projects-end">
        {projects.length > 1 && (
          <TextButton
            label={t("layout.project.all")}
            to={href("projects")}
            onClick={onLeave}
            variant="subtle"
            justify="flex-start"
            icon="table"
          />
        )}
        <TextButton
          label={t("layout.project.add")}
          to={href("addProject")}
          onClick={onLeave}
          variant="subtle"
          justify="flex-start"
          icon="add"
        />
      </div>
    </div>
  );
}

type RowProps = Pick<Props, "current" | "onWish" | "onMenu"> & {
  project: Project;
  label: string;
  onSelect: () => void;
};

function Row({ project, label, current, onSelect, onWish, onMenu }: RowProps) {
  const { name, site } = project;
  const country = useCountry(project.id);
  return (
    <li className="sw-project">
      <UnstyledButton
        className="sw-row"
        aria-current={project.id === current || undefined}
        onClick={onSelect}
      >
        <ProjectMark {...project} />
        <span className="sw-project-name" title={label}>
          <Text component="span" size="sm" truncate fw={project.id === current ? 600 : undefined}>
            {label}
          </Text>
          {name !== site.domain && (
            <Text component="span" size="xs" c="dimmed" truncate>
              {site.domain}
            </Text>
          )}
        </span>
        <Flag language={project.language_code} country={country} />
      </UnstyledButton>
      <ProjectMenu label={label} onWish={(wish) => onWish(project, wish)} onToggle={onMenu} />
    </li>
  );
}
