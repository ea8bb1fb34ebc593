import { Group, Radio, TextInput } from "@mantine/core";
import { editProject, type Project } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { FormDialog, useFields } from "../../ui/form";
import { PROJECT_COLORS, type ProjectColor, ProjectMark } from "../../ui/project-mark";
import "./projects.css";

const NAME_CHARS = 80;
const SWATCH = "40px";

/** The name and the colour by which the user tells a project from others. */
export function EditProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTexts("layout");
  const { domain } = project.site;
  const form = useFields<{ name: string; color: ProjectColor }>({
    name: project.name === domain ? "" : project.name,
    color: project.color,
  });
  const { name, color } = form.values;
  const save = async () => {
    await editProject(project.id, { name, color });
    onClose();
  };
  return (
    <FormDialog
      title={t("layout.project.editTitle", { domain })}
      onClose={onClose}
      {...form.submits(save)}
      go={t("layout.project.save")}
    >
      <Group wrap="nowrap" align="flex-end">
        <ProjectMark name={name || domain} color={color} icon={project.icon} size={36} />
        <TextInput
          flex={1}
          data-autofocus
          maxLength={NAME_CHARS}
          placeholder={domain}
          {...form.field("name", t("layout.project.name"))}
        />
      </Group>
      <Radio.Group
        label={t("layout.project.color")}
        value={color}
        onChange={(value) => form.set({ color: value as ProjectColor })}
      >
        <Group gap={4} mt={4}>
          {PROJECT_COLORS.map((value) => (
            <Radio
              key={value}
              className="sw-swatch"
              wrapperProps={{ "data-color": value }}
              size={SWATCH}
              value={value}
              title={t(`layout.color.${value}`)}
              aria-label={t(`layout.color.${value}`)}
            />
          ))}
        </Group>
      </Radio.Group>
    </FormDialog>
  );
}
