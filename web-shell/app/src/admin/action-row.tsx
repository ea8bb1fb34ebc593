import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import "./admin.css";

/** Something that can be done, what comes of it, and the button. */
export function ActionRow({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="admin-action">
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      <div>{children}</div>
    </div>
  );
}
