import type { Client } from "openapi-fetch";
import { createContext, type ReactNode, useContext } from "react";
import type { paths } from "./api";
import type { Tool } from "./shapes";

/** What the shell lends to modules. */
export type Shell = {
  api: Client<paths>;
  /** Headers that keep the shell's own error messages away from a call. */
  quietly: Record<string, string>;
  language: string;
  /** The language of the selected project, in which texts are written unless somebody says otherwise. */
  projectLanguage: string | null;
  projectDomain: string | null;
  notify: {
    success: (text: string) => void;
    error: (text: string) => void;
  };
  /** Goes to a page of the shell without a reload. */
  navigate: (path: string) => void;
  /** Where the archive shows a document. */
  documentHref: (id: string) => string;
  /** The trial that a tool is opened in, whose runs are nobody's; none on an ordinary page. */
  trial?: string;
};

const ShellContext = createContext<Shell | null>(null);
const ToolContext = createContext<Tool | null>(null);
const OrderContext = createContext<Order | null>(null);

/** A run that a page around the module asks for: the module shows its result, without a form of its own. */
export type Order = {
  input: Record<string, unknown>;
  /** The same key never starts a second run. */
  key: string;
  /** True once the person stopped what was ordered. */
  stopped: boolean;
  /** Told whether the run is on its way. */
  onBusy: (busy: boolean) => void;
};

export function ShellProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  return <ShellContext value={shell}>{children}</ShellContext>;
}

type ToolProviderProps = { tool: Tool; order?: Order; children: ReactNode };

export function ToolProvider({ tool, order, children }: ToolProviderProps) {
  return (
    <OrderContext value={order ?? null}>
      <ToolContext value={tool}>{children}</ToolContext>
    </OrderContext>
  );
}

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error("A module runs inside the shell only: wrap it in <ShellProvider>.");
  return shell;
}

/** The tool this module was opened for, described in the language of the screen. */
export function useTool(): Tool {
  const tool = useContext(ToolContext);
  if (!tool) throw new Error("useTool works on a tool's page only: wrap it in <ToolProvider>.");
  return tool;
}

/** The language of the selected project; null where there is none. */
export function useProjectLanguage(): string | null {
  return useShell().projectLanguage;
}

/** The domain of the selected project; null where there is none. */
export function useProjectDomain(): string | null {
  return useShell().projectDomain;
}

/** What the page around the module ordered; null where the tool has a page of its own. */
export function useOrder(): Order | null {
  return useContext(OrderContext);
}

/** The name under which this browser remembers what was done with a tool: what is tried is remembered for itself. */
export function useScope(tool: string): string {
  const { trial } = useShell();
  return trial ? `${trial}.${tool}` : tool;
}

/** Short messages at the edge of the screen. */
export function useNotify() {
  return useShell().notify;
}

/** The language of the screen: "en" or "pl". */
export function useLanguage(): string {
  return useShell().language;
}
