import { ActionIcon, Popover, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Project, useProjects, useSelectProject } from "../api/projects";
import { useHref, usePageLanguage } from "../i18n/use-page-language";
import { TextButton } from "../ui/texts";
import { DeleteProject } from "./delete-project";
import { Flag } from "./flag";

const MENU_HEIGHT = 400;

function useLanguageName() {
  const names = new Intl.DisplayNames([usePageLanguage()], { type: "language" });
  return (code: string) => names.of(code) ?? code;
}

/** A domain may have projects in several languages; only then the language is shown. */
function labelsOf(projects: Project[]): Map<number, string> {
  const count = (domain: string) => projects.filter(({ site }) => site.domain === domain).length;
  const label = ({ site: { domain }, language_code }: Project) =>
    count(domain) > 1 ? `${domain} (${language_code})` : domain;
  return new Map(projects.map((project) => [project.id, label(project)]));
}

type ItemProps = {
  project: Project;
  label: string;
  current: boolean;
  onSelect: () => void;
  onDelete: () => void;
};

function Item({ project, label, current, onSelect, onDelete }: ItemProps) {
  const { t } = useTranslation("layout");
  const nameOf = useLanguageName();
  return (
    <li className="sw-project">
      <UnstyledButton className="sw-row" aria-current={current || undefined} onClick={onSelect}>
        <Flag language={project.language_code} name={nameOf(project.language_code)} />
        <Text size="sm" truncate title={label}>
          {label}
        </Text>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        onClick={onDelete}
        aria-label={t("layout.project.delete", { domain: label })}
      >
        <Icon name="trash" size={16} />
      </ActionIcon>
    </li>
  );
}

function AddProject({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("layout");
  const href = useHref();
  return (
    <TextButton
      label={t("layout.project.add")}
      to={href("addProject")}
      onClick={onClick}
      fullWidth
      mt={4}
      variant="subtle"
      justify="flex-start"
      icon="add"
    />
  );
}

type Props = { folded: boolean; onNavigate?: () => void };

/** The project to work in, at the top of the menu: choose another, delete one, add one. */
export default function ProjectSelector({ folded, onNavigate }: Props) {
  const { t } = useTranslation("layout");
  const nameOf = useLanguageName();
  const data = useProjects();
  const select = useSelectProject();
  const [opened, { toggle, close }] = useDisclosure(false);
  const [doomed, setDoomed] = useState<Project | null>(null);
  if (!data) return null;

  const current = data.projects.find(({ id }) => id === data.selected_project);
  const labels = labelsOf(data.projects);
  const label = (current && labels.get(current.id)) ?? t("layout.project.none");
  const choose = (id: number) => {
    close();
    if (id !== current?.id) select.mutate(id);
  };
  const leave = () => {
    close();
    onNavigate?.();
  };
  return (
    <>
      <Popover
        opened={opened}
        onChange={(open) => !open && close()}
        position="bottom-start"
        width={260}
        trapFocus
        returnFocus
        withOverlay
        overlayProps={{ backgroundOpacity: 0 }}
        shadow="md"
      >
        <Popover.Target>
          <UnstyledButton
            className="sw-selector"
            onClick={toggle}
            title={folded ? label : undefined}
            aria-label={`${label}, ${t("layout.project.choose")}`}
          >
            {current && <Flag language={current.language_code} name={nameOf(current.language_code)} />}
            {!current && <Icon name="add" size={18} />}
            {!folded && (
              <Text size="sm" fw={600} truncate flex={1}>
                {label}
              </Text>
            )}
            {!folded && <Icon name="down" size={16} />}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={6} aria-label={t("layout.project.choose")}>
          <div className="sw-projects" style={{ maxHeight: MENU_HEIGHT }}>
            <Stack component="ul" gap={2} m={0} p={0}>
              {data.projects.map((project) => (
                <Item
                  key={project.id}
                  project={project}
                  label={labels.get(project.id) ?? ""}
                  current={project.id === current?.id}
                  onSelect={() => choose(project.id)}
                  onDelete={() => {
                    close();
                    setDoomed(project);
                  }}
                />
              ))}
            </Stack>
            <AddProject onClick={leave} />
          </div>
        </Popover.Dropdown>
      </Popover>
      {doomed && <DeleteProject project={doomed} onClose={() => setDoomed(null)} />}
    </>
  );
}
