import { ActionIcon, Button, Popover, ScrollArea, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Project, useProjects, useSelectProject } from "../api/projects";
import { useHref, usePageLanguage } from "../i18n/use-page-language";
import type { PageName } from "../paths";
import { DeleteProject } from "./delete-project";
import { Flag } from "./flag";

const MENU_HEIGHT = 400;

function useLanguageName() {
  const names = new Intl.DisplayNames([usePageLanguage()], { type: "language" });
  return (code: string) => names.of(code) ?? code;
}

type ItemProps = { project: Project; current: boolean; onSelect: () => void; onDelete: () => void };

function Item({ project, current, onSelect, onDelete }: ItemProps) {
  const { t } = useTranslation("layout");
  const nameOf = useLanguageName();
  const { domain } = project.site;
  return (
    <li className="sw-project">
      <UnstyledButton className="sw-row" aria-current={current || undefined} onClick={onSelect}>
        <Flag language={project.language_code} name={nameOf(project.language_code)} />
        <Text size="sm" truncate title={domain}>
          {domain}
        </Text>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        onClick={onDelete}
        aria-label={t("layout.project.delete", { domain })}
      >
        <Icon name="trash" size={16} />
      </ActionIcon>
    </li>
  );
}

function AddProject({ page, onClick }: { page: PageName; onClick: () => void }) {
  const { t } = useTranslation("layout");
  const href = useHref();
  return (
    <Button
      component={Link}
      to={href(page)}
      onClick={onClick}
      fullWidth
      mt={4}
      variant="subtle"
      justify="flex-start"
      leftSection={<Icon name="add" size={16} />}
    >
      {t("layout.project.add")}
    </Button>
  );
}

type Props = { addProject: PageName; folded: boolean; onNavigate?: () => void };

/** The project to work in, at the top of the menu: choose another, delete one, add one. */
export default function ProjectSelector({ addProject, folded, onNavigate }: Props) {
  const { t } = useTranslation("layout");
  const nameOf = useLanguageName();
  const { data } = useProjects();
  const select = useSelectProject();
  const [opened, { toggle, close }] = useDisclosure(false);
  const [doomed, setDoomed] = useState<Project | null>(null);
  if (!data) return null;

  const current = data.projects.find(({ id }) => id === data.selected_project);
  const label = current?.site.domain ?? t("layout.project.none");
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
          <ScrollArea.Autosize mah={MENU_HEIGHT} type="auto">
            <Stack component="ul" gap={2} m={0} p={0}>
              {data.projects.map((project) => (
                <Item
                  key={project.id}
                  project={project}
                  current={project.id === current?.id}
                  onSelect={() => choose(project.id)}
                  onDelete={() => {
                    close();
                    setDoomed(project);
                  }}
                />
              ))}
            </Stack>
            <AddProject page={addProject} onClick={leave} />
          </ScrollArea.Autosize>
        </Popover.Dropdown>
      </Popover>
      {doomed && <DeleteProject project={doomed} onClose={() => setDoomed(null)} />}
    </>
  );
}
