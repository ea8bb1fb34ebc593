import { Alert } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";

/** Something to know that is neither a mistake nor a danger; `alert` where it takes the place of what was asked for. */
export function Notice({ role, children }: { role?: "alert"; children: ReactNode }) {
  return (
    <Alert {...(role ? { role } : {})} color="gray" icon={<Icon name="info" />} c="var(--mantine-color-text)">
      {children}
    </Alert>
  );
}
