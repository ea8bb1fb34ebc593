import type { Client } from "openapi-fetch";
import { createContext, type ReactNode, useContext } from "react";
import type { paths } from "./api";
import type { Document, Run, Tool } from "./shapes";

/** The functions of the shell for modules. */
export type Shell = {
  api: Client<paths>;
  /** Headers that suppress the shell's error messages for a call. */
  quietly: Record<string, string>;
  language: string;
  /** The language of the selected project, the default language of texts. */
  projectLanguage: string | null;
  projectDomain: string | null;
  /** The number of the selected project; null if there is none. */
  projectId: number | null;
  notify: {
    success: (text: string) => void;
    error: (text: string) => void;
  };
  /** Navigates to a page of the shell without a reload. */
  navigate: (path: string) => void;
  /** The address of a document in the archive. */
  documentHref: (id: string) => string;
  /** Whether the user has single keys as shortcuts; they can be switched off. */
  areKeysOn?: () => boolean;
  /** The trial of a tool; none on an ordinary page. */
  trial?: string;
  /** Further actions of a saved result, which belong to the shell; `place` is the index of the variant. */
  resultActions?: (document: Document, place: number) => ReactNode;
};

const ShellContext = createContext<Shell | null>(null);
const ToolContext = createContext<Tool | null>(null);
const OrderContext = createContext<Order | null>(null);

/** A run that a page around the module orders: the module shows its result, without a form. */
export type Order = {
  input: Record<string, unknown>;
  /** The same key never starts a second run. */
  key: string;
  /** True once the user has stopped the order. */
  stopped: boolean;
  /** Called with whether the run is in progress. */
  onBusy: (busy: boolean) => void;
};

/** A finished run whose text the page around the module shows, with its own actions. */
export type Shown = { run: Run; onPlace: (place: number) => void };

const ShownContext = createContext<Shown | null>(null);

export function ShellProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  return <ShellContext value={shell}>{children}</ShellContext>;
}

type ToolProviderProps = { tool: Tool; order?: Order; shown?: Shown; children: ReactNode };

export function ToolProvider({ tool, order, shown, children }: ToolProviderProps) {
  return (
    <ShownContext value={shown ?? null}>
      <OrderContext value={order ?? null}>
        <ToolContext value={tool}>{children}</ToolContext>
      </OrderContext>
    </ShownContext>
  );
}

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error("A module runs inside the shell only: wrap it in <ShellProvider>.");
  return shell;
}

/** The tool of this module, described in the language of the screen. */
export function useTool(): Tool {
  const tool = useContext(ToolContext);
  if (!tool) throw new Error("useTool works on a tool's page only: wrap it in <ToolProvider>.");
  return tool;
}

/** The language of the selected project; null if there is none. */
export function useProjectLanguage(): string | null {
  return useShell().projectLanguage;
}

/** The domain of the selected project; null if there is none. */
export function useProjectDomain(): string | null {
  return useShell().projectDomain;
}

/** The order of the page around the module; null on the tool's own page. */
export function useOrder(): Order | null {
  return useContext(OrderContext);
}

/** The run whose text the page around the module shows: it has no form, no bar and nothing to edit. */
export function useShown(): Shown | null {
  return useContext(ShownContext);
}

/** The storage key of a tool's state in this browser: that of one client is not shown for another. */
export const scopeOf = (tool: string, domain: string | null) => (domain ? `${domain}.${tool}` : tool);

/** The same on this page; trials have separate keys. */
export function useScope(tool: string): string {
  const { trial, projectDomain } = useShell();
  return trial ? `${trial}.${tool}` : scopeOf(tool, projectDomain);
}

/** Short messages at the edge of the screen. */
export function useNotify() {
  return useShell().notify;
}

/** The language of the screen: "en" or "pl". */
export function useLanguage(): string {
  return useShell().language;
}
