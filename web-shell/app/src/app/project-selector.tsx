import { Group, Popover, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { type Project, useDeleteProject, useProjects, useSelectProject } from "../api/projects";
import { usePageLanguage, useTexts } from "../i18n/use-texts";
import { Dialog } from "../ui/dialog";
import { notify } from "../ui/notify";
import { IconButton, Strong, TextButton } from "../ui/texts";

const files = import.meta.glob<string>(
  "../../../../node_modules/country-flag-icons/3x2/{AZ,BA,BD,BG,CN,CZ,DE,DK,EE,ES,FI,FR,GB,GE,GR,HR,HU,ID,IL,IN,IS,IT,JP,KE,KR,KZ,LK,LT,LV,MK,MT,MY,NL,NO,PH,PK,PL,PT,RO,RS,RU,SA,SE,SI,SK,TH,TR,TW,UA,VN,ZA}.svg",
  { query: "?url", import: "default", eager: true },
);

/** The country of a language's flag, if it is not the one where most of its speakers live. */
const COUNTRY: Record<string, string> = { ar: "SA", en: "GB", pt: "PT", sw: "KE" };

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
  const { t } = useTexts("layout");
  const nameOf = useLanguageName();
  return (
    <li className="sw-project">
      <UnstyledButton className="sw-row" aria-current={current || undefined} onClick={onSelect}>
        <Flag language={project.language_code} name={nameOf(project.language_code)} />
        <Text size="sm" truncate title={label}>
          {label}
        </Text>
      </UnstyledButton>
      <IconButton
        icon="trash"
        iconSize={16}
        label={t("layout.project.delete", { domain: label })}
        size="lg"
        onClick={onDelete}
      />
    </li>
  );
}

function AddProject({ onClick }: { onClick: () => void }) {
  const { t, href } = useTexts("layout");
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

/** The current project, at the top of the menu: choose another, delete one, add one. */
export default function ProjectSelector({ folded, onNavigate }: Props) {
  const { t } = useTexts("layout");
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
              <Strong truncate flex={1}>
                {label}
              </Strong>
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

/** The flag of a project's language, with the language's name for screen readers. */
function Flag({ language, name }: { language: string; name: string }) {
  const country = COUNTRY[language] ?? new Intl.Locale(language).maximize().region;
  const file = Object.entries(files).find(([path]) => path.endsWith(`/${country}.svg`))?.[1];
  if (!file) return <span className="sw-flag">{language}</span>;
  return <img src={file} alt={name} width={21} height={14} className="sw-flag" />;
}

/** Asks before a project is deleted with all its data. */
function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTexts("layout");
  const remove = useDeleteProject();
  const { domain } = project.site;
  const confirm = () =>
    remove.mutate(project.id, {
      onSuccess: () => {
        notify.success(t("layout.project.deleted", { domain }));
        onClose();
      },
    });
  return (
    <Dialog title={t("layout.project.deleteTitle", { domain })} onClose={onClose}>
      <Text>{t("layout.project.deleteText", { domain })}</Text>
      <Group justify="flex-end" mt="lg">
        <TextButton label={t("layout.project.keep")} onClick={onClose} data-autofocus />
        <TextButton
          label={t("layout.project.confirm")}
          isMain
          color="red.8"
          loading={remove.isPending}
          onClick={confirm}
        />
      </Group>
    </Dialog>
  );
}
