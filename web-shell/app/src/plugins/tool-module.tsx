import { Group, Skeleton, Stack } from "@mantine/core";
import {
  type Order,
  type Shown,
  type Tool,
  ToolProvider,
  textNamespaces,
  useShell,
} from "@sitewright/sdk/shell";
import {
  type ComponentType,
  lazy,
  Component as ReactComponent,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useState,
} from "react";
import { useCatalogue } from "../api/catalogue";
import { TOOLS } from "../api/catalogue-cache";
import { queryClient } from "../api/client";
import { loadTexts } from "../i18n/i18n";
import { IncompatibleModule, loadToolModule } from "./federation";
import { ModuleFailure } from "./module-failure";

/** The module of a page in a package, and the module that draws any tool. */
const PAGE = "page";
const FORM = "form";
const PageScreen = lazy(() => import("./page/page-screen"));

type Loaded = { module: string; View: ComponentType } | { module: string; problem: Error };

/** Preloads the texts: those that load with the first result would suspend the whole screen of the tool. */
async function loadWithTexts(tool: Tool, again: boolean): Promise<ComponentType> {
  const View = await loadToolModule(tool, again);
  await loadTexts(...textNamespaces());
  return View;
}

/** A module whose styles failed would appear unstyled after a retry: only a reload helps. */
const needsReload = (problem: Error) => /Unable to preload CSS/.test(problem.message) && navigator.onLine;

function useToolModule(tool: Tool) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { module } = tool.ui;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tool differs by language, the module does not.
  useEffect(() => {
    let wanted = true;
    setLoaded(null);
    // A whole screen is much to draw: the page reacts meanwhile.
    loadWithTexts(tool, attempt > 0)
      .then((View) => wanted && startTransition(() => setLoaded({ module, View })))
      .catch((problem: Error) => wanted && setLoaded({ module, problem }));
    return () => {
      wanted = false;
    };
  }, [module, tool.ui.entry, attempt]);

  const retry = async () => {
    if (loaded && "problem" in loaded && needsReload(loaded.problem)) return location.reload();
    // After an update of the server the module has a new address.
    await queryClient.refetchQueries(TOOLS);
    setAttempt((before) => before + 1);
  };
  return { loaded, retry };
}

type Props = { tool: Tool; order?: Order; shown?: Shown };

/** Draws a tool: with its UI module, or with the page of its package. With an order or a run it shows the result only. */
export function ToolModule(props: Props) {
  return props.tool.ui.module === PAGE ? <PageTool {...props} /> : <BuiltModule {...props} />;
}

/** The user may switch from the page to the standard form, which also draws orders of other pages. */
function PageTool({ tool, order, shown }: Props) {
  const { data } = useCatalogue({ module: FORM, per_page: 1 });
  const ui = data?.tools[0]?.ui;
  const form = ui ? <BuiltModule tool={{ ...tool, ui }} order={order} shown={shown} /> : null;
  if (order || shown) return form;
  return (
    <Suspense fallback={<ModuleSkeleton />}>
      <PageScreen key={tool.id} tool={tool} form={form} />
    </Suspense>
  );
}

/** Mounts the UI module of a tool, and reports failures. */
function BuiltModule({ tool, order, shown }: Props) {
  const { loaded, retry } = useToolModule(tool);
  const { projectDomain } = useShell();
  if (!loaded) return <ModuleSkeleton />;
  if ("problem" in loaded) {
    return <ModuleFailure outdated={loaded.problem instanceof IncompatibleModule} onRetry={retry} />;
  }
  const { View } = loaded;
  // Another project has other answers and another last run.
  return (
    <ModuleBoundary key={`${tool.id} ${projectDomain}`} onRetry={retry}>
      <Suspense fallback={<ModuleSkeleton />}>
        <ToolProvider tool={tool} order={order} shown={shown}>
          <View />
        </ToolProvider>
      </Suspense>
    </ModuleBoundary>
  );
}

type BoundaryProps = { onRetry: () => void; children: ReactNode };

/** Keeps an error of a module from breaking the shell. */
class ModuleBoundary extends ReactComponent<BoundaryProps, { failed: boolean }> {
  state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  componentDidCatch(problem: Error) {
    console.error("A UI module failed", problem);
    if (needsReload(problem)) location.reload();
  }
  retry = () => {
    this.setState({ failed: false });
    this.props.onRetry();
  };
  render() {
    return this.state.failed ? <ModuleFailure outdated={false} onRetry={this.retry} /> : this.props.children;
  }
}

function ModuleSkeleton() {
  return (
    <Group align="flex-start" grow preventGrowOverflow={false} gap="xl" aria-hidden="true">
      <Stack maw={400}>
        <Skeleton h={56} />
        <Skeleton h={120} />
        <Skeleton h={56} />
      </Stack>
      <Skeleton h={280} visibleFrom="md" />
    </Group>
  );
}
