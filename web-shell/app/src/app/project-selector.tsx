import { Popover, UnstyledButton } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { labelsOf, useProjects, useSelectProject } from "../api/projects";
import { useProjectDialog } from "../features/projects/project-menu";
import { useTexts } from "../i18n/use-texts";
import { ProjectMark } from "../ui/project-mark";
import { Strong } from "../ui/texts";
import { ProjectList } from "./project-list";
import "./project-selector.css";

/** The specification's height of the menu. */
const MENU_HEIGHT = 400;

type Props = { folded: boolean; onNavigate?: () => void };

/** The current project, at the top of the menu: choose another, change or delete one, add one. */
export default function ProjectSelector({ folded, onNavigate }: Props) {
  const { t } = useTexts("layout");
  const data = useProjects();
  const select = useSelectProject();
  const [isOpen, setOpen] = useState(false);
  const [hasMenu, setHasMenu] = useState(false);
  const { dialog, wish } = useProjectDialog();
  if (!data) return null;

  const close = () => setOpen(false);
  const current = data.projects.find(({ id }) => id === data.selected_project);
  const labels = labelsOf(data.projects);
  const label = (current && labels.get(current.id)) ?? t("layout.project.none");
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width={288}
        // The side menu scrolls, and would cut it off.
        floatingStrategy="fixed"
        trapFocus
        // A dialog that a row has opened keeps the focus.
        returnFocus={!dialog}
        withOverlay
        // The menu of a row lies outside; the overlay receives the other clicks.
        closeOnClickOutside={false}
        closeOnEscape={!hasMenu}
        overlayProps={{ backgroundOpacity: 0, onClick: close }}
        shadow="md"
      >
        <Popover.Target>
          <UnstyledButton
            className="sw-selector"
            onClick={() => setOpen(!isOpen)}
            title={folded ? label : undefined}
            aria-label={`${label}, ${t("layout.project.choose")}`}
          >
            {current ? <ProjectMark {...current} /> : <Icon name="add" size={18} />}
            {!folded && (
              <Strong truncate flex={1}>
                {label}
              </Strong>
            )}
            {!folded && <Icon name="down" size={16} />}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={6} aria-label={t("layout.project.choose")}>
          <ProjectList
            projects={data.projects}
            labels={labels}
            current={current?.id}
            maxHeight={MENU_HEIGHT}
            onSelect={(id) => {
              close();
              if (id !== current?.id) select(id);
            }}
            onWish={(project, what) => {
              close();
              wish(project, what);
            }}
            onMenu={setHasMenu}
            onLeave={() => {
              close();
              onNavigate?.();
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {dialog}
    </>
  );
}
