import { Menu } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import type { Project } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { IconButton } from "../../ui/texts";
import { DeleteProject } from "./delete-project";
import { EditProject } from "./edit-project";

export type Wish = "edit" | "delete";

type Props = {
  label: string;
  onWish: (wish: Wish) => void;
  /** Called when the menu opens and closes. */
  onToggle?: (isOpen: boolean) => void;
};

/** What can be done to a project, behind a button of its row. */
export function ProjectMenu({ label, onWish, onToggle }: Props) {
  const { t } = useTexts("layout");
  return (
    // A list that scrolls would cut it off.
    <Menu position="bottom-end" floatingStrategy="fixed" onChange={onToggle}>
      <Menu.Target>
        <IconButton
          icon="more"
          label={t("layout.project.more", { domain: label })}
          size={40}
          c="var(--mantine-color-text)"
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => onWish("edit")}>
          {t("layout.project.edit")}
        </Menu.Item>
        <Menu.Item
          color="red"
          c="var(--mantine-color-error)"
          leftSection={<Icon name="trash" size={16} />}
          onClick={() => onWish("delete")}
        >
          {t("layout.project.delete", { domain: label })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The dialogs of the menus of projects: `wish` opens one, and `dialog` is it. */
export function useProjectDialog() {
  const [asked, setAsked] = useState<{ project: Project; wish: Wish } | null>(null);
  const close = () => setAsked(null);
  const dialog = asked && (
    <>
      {asked.wish === "edit" && <EditProject project={asked.project} onClose={close} />}
      {asked.wish === "delete" && <DeleteProject project={asked.project} onClose={close} />}
    </>
  );
  return { dialog, wish: (project: Project, wish: Wish) => setAsked({ project, wish }) };
}
