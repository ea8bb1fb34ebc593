import { Anchor } from "@sitewright/ui";
import type { MouseEvent, ReactNode } from "react";
import { useShell } from "./shell-context";

/** A link to a page of the shell: without a reload, or in a new tab if requested. */
export function ShellLink({ to, children }: { to: string; children: ReactNode }) {
  const { navigate } = useShell();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <Anchor href={to} size="sm" onClick={follow}>
      {children}
    </Anchor>
  );
}
