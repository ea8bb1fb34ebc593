import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Dim } from "../ui/texts";
import "./admin.css";

/** Something that can be done, what comes of it, and the button. */
export function ActionRow({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="admin-action">
      <div>
        <Text fw={600}>{title}</Text>
        <Dim>{text}</Dim>
      </div>
      <div>{children}</div>
    </div>
  );
}
