import type { Tool } from "@sitewright/sdk";
import type { Order } from "@sitewright/sdk/shell";
import { useCallback, useMemo, useState } from "react";
import { inputFor } from "./shared-input";

/** A tool's order as its module gets it, and whether it is being written. */
export type Ordered = { tool: string; isBusy: boolean; order: Order };

/** The order of each tool. */
type Placed = { tool: string; order: Omit<Order, "stopped" | "onBusy"> };

/** Runs of several tools that are started, followed and stopped together. */
export function useOrders() {
  const [ordered, setOrdered] = useState<Placed[]>([]);
  const [stopped, setStopped] = useState(false);
  const [busy, setBusy] = useState<Record<string, boolean>>({});

  const report = useCallback(
    (tool: string, isBusy: boolean) => setBusy((before) => ({ ...before, [tool]: isBusy })),
    [],
  );
  // Each tool keeps one callback, so that its effect does not restart at every change.
  const reporters = useMemo(
    () => Object.fromEntries(ordered.map(({ tool }) => [tool, (isBusy: boolean) => report(tool, isBusy)])),
    [ordered, report],
  );

  const start = useCallback((tools: Tool[], values: Record<string, unknown>) => {
    setStopped(false);
    setBusy({});
    setOrdered(
      tools.map((tool) => ({
        tool: tool.id,
        order: { input: inputFor(tool, values), key: crypto.randomUUID() },
      })),
    );
  }, []);

  const orders = ordered.map(
    ({ tool, order }): Ordered => ({
      tool,
      isBusy: busy[tool] === true,
      order: { ...order, stopped, onBusy: reporters[tool] ?? (() => undefined) },
    }),
  );
  return {
    orders,
    busy: Object.values(busy).some(Boolean),
    start,
    stop: () => setStopped(true),
  };
}
