import { useState } from "react";
import "./project-mark.css";

/** The palette of projects, in the order in which the server takes them. */
export const PROJECT_COLORS = [
  "moss",
  "clay",
  "sky",
  "plum",
  "amber",
  "teal",
  "rose",
  "iris",
  "olive",
  "slate",
] as const;
export type ProjectColor = (typeof PROJECT_COLORS)[number];

type Props = { name: string; color: ProjectColor; icon: string | null; size?: number };

/** The icon of a project's website, or its first letter, in its colour. It stands beside the name. */
export function ProjectMark({ name, color, icon, size = 24 }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const letter = [...name].find((char) => /[\p{L}\p{N}]/u.test(char)) ?? "?";
  const shown = icon === failed ? null : icon;
  const inside = Math.round(size * 0.66);
  return (
    <span
      className="sw-mark"
      data-color={color}
      data-icon={shown ? true : undefined}
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.54 }}
    >
      {shown ? (
        <img
          src={shown}
          alt=""
          width={inside}
          height={inside}
          loading="lazy"
          onError={() => setFailed(shown)}
        />
      ) : (
        letter
      )}
    </span>
  );
}
