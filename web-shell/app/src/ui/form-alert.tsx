import { Alert } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";

/** Says what stands in the way of a whole form, where no field is to blame. */
export function FormAlert({ children }: { children: string | null }) {
  if (!children) return null;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<Icon name="alert" />}
      c="var(--mantine-color-text)"
    >
      {children}
    </Alert>
  );
}
