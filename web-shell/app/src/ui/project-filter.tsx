import { Select } from "@mantine/core";
import { useRef } from "react";
import { type ProjectColor, ProjectMark } from "./project-mark";
import { IconButton } from "./texts";
import "./project-filter.css";

export type ProjectChoice = {
  id: number;
  name: string;
  label: string;
  color: ProjectColor;
  icon: string | null;
};

type Props = {
  projects: ProjectChoice[];
  label: string;
  /** The label for no choice, and that of the button that removes the choice. */
  any: string;
  all: string;
  /** Empty for no choice. */
  value: string;
  onChange: (project: string) => void;
};

/** Filters a list by project, as a chip that can be removed. */
export function ProjectFilter({ projects, label, any, all, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = projects.find(({ id }) => String(id) === value);
  return (
    <Select
      className="sw-project-filter"
      data-set={chosen ? true : undefined}
      aria-label={label}
      placeholder={any}
      leftSection={chosen && <ProjectMark {...chosen} size={18} />}
      ref={input}
      rightSectionWidth={40}
      rightSectionPointerEvents={chosen ? "all" : "none"}
      rightSection={
        chosen && (
          <IconButton
            icon="close"
            iconSize={14}
            label={all}
            onClick={() => {
              // The button goes with the filter.
              input.current?.focus();
              onChange("");
            }}
          />
        )
      }
      data={projects.map(({ id, label }) => ({ value: String(id), label }))}
      value={chosen ? value : null}
      onChange={(project) => onChange(project ?? "")}
    />
  );
}
