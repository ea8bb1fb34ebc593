import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useProjects } from "../../api/projects";

type Props = { value: string; onChange: (project: string) => void };

/** Narrows the archive to one project; nothing to choose from where there is none. */
export function ProjectFilter({ value, onChange }: Props) {
  const { t } = useTranslation("documents");
  const projects = useProjects()?.projects ?? [];
  if (projects.length === 0) return null;
  return (
    <Select
      aria-label={t("documents.archive.project")}
      placeholder={t("documents.archive.anyProject")}
      clearable
      clearButtonProps={{ "aria-label": t("documents.archive.anyProject") }}
      data={projects.map(({ id, language_code, site }) => ({
        value: String(id),
        label: `${site.domain} (${language_code})`,
      }))}
      value={value || null}
      onChange={(project) => onChange(project ?? "")}
    />
  );
}
