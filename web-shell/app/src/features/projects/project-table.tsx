import { Badge, VisuallyHidden } from "@mantine/core";
import { Sparkline } from "@sitewright/ui/chart";
import { Link } from "react-router";
import { useCountry, useSelectProject } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { Flag } from "../../ui/flag";
import { ProjectMark } from "../../ui/project-mark";
import type { ProjectSummary } from "./order";
import { ProjectMenu, useProjectDialog, type Wish } from "./project-menu";

type Props = { projects: ProjectSummary[]; labels: Map<number, string>; selected: number | null };

/** One row for each project; in a narrow window only its name, its activity and its course. */
export function ProjectTable({ projects, labels, selected }: Props) {
  const { t } = useTexts("projects");
  const { dialog, wish } = useProjectDialog();
  return (
    <>
      <table className="projects-table">
        <thead>
          <tr>
            <th scope="col">{t("projects.column.project")}</th>
            <th scope="col" className="projects-number">
              {t("projects.column.documents")}
            </th>
            <th scope="col" className="projects-number">
              {t("projects.column.texts")}
            </th>
            <th scope="col" className="projects-number">
              {t("projects.column.words")}
            </th>
            <th scope="col" className="projects-course">
              <VisuallyHidden>{t("projects.column.course")}</VisuallyHidden>
            </th>
            <th scope="col" className="projects-active">
              {t("projects.column.active")}
            </th>
            <th scope="col">
              <VisuallyHidden>{t("projects.column.menu")}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <Row
              key={project.id}
              project={project}
              label={labels.get(project.id) ?? project.name}
              isSelected={project.id === selected}
              onWish={(what) => wish(project, what)}
            />
          ))}
        </tbody>
      </table>
      {dialog}
    </>
  );
}

type RowProps = { project: ProjectSummary; label: string; isSelected: boolean; onWish: (wish: Wish) => void };

function Row({ project, label, isSelected, onWish }: RowProps) {
  const { t, number, ago } = useTexts("projects");
  const { words, texts, documents, days, active_at } = project;
  const active = active_at ? ago(active_at) : t("projects.list.never");
  return (
    <tr>
      <th scope="row">
        <Name project={project} label={label} isSelected={isSelected} active={active} />
      </th>
      <td className="projects-number">{number(documents)}</td>
      <td className="projects-number">{number(texts)}</td>
      <td className="projects-number">{number(words)}</td>
      <td className="projects-course">
        <Sparkline
          label={t("projects.list.course", { count: words, words: number(words) })}
          values={days}
          width={72}
        />
      </td>
      <td className="projects-active">{active}</td>
      <td className="projects-menu">
        <ProjectMenu label={label} onWish={onWish} />
      </td>
    </tr>
  );
}

type NameProps = Omit<RowProps, "onWish"> & { active: string };

/** The link selects the project and leads to its dashboard. */
function Name({ project, label, isSelected, active }: NameProps) {
  const { t, href } = useTexts("projects");
  const select = useSelectProject();
  const { name, site } = project;
  const country = useCountry(project.id);
  return (
    <span className="projects-name">
      <ProjectMark {...project} size={32} />
      <span>
        <Link
          to={href("dashboard")}
          className="projects-link"
          onClick={() => !isSelected && select(project.id)}
        >
          {label}
        </Link>
        <span className="projects-facts">
          <Flag language={project.language_code} country={country} />
          {name !== site.domain && site.domain}
          <span className="projects-active-narrow">{active}</span>
          {isSelected && (
            <Badge size="xs" variant="light" tt="none">
              {t("projects.list.selected")}
            </Badge>
          )}
        </span>
      </span>
    </span>
  );
}
