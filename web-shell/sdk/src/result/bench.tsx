import { Badge, Button, Icon, Markdown, Skeleton, Tabs, Text, Title } from "@sitewright/ui";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useFormats } from "../formats";
import { useArrivedHeading } from "../run/arrival";
import type { RunControl } from "../run/use-run";
import type { Schema, Variant } from "../shapes";
import { useShell, useShown, useTool } from "../shell-context";
import { useSdkTexts } from "../texts";
import { BenchProvider, hasWishes } from "./bench-context";
import { DraftNotice } from "./draft-notice";
import { ResultCard } from "./result-card";
import { RewritePanel } from "./rewrite-panel";
import type { Result } from "./use-result";
import { variantNames } from "./variant-names";
import "./bench.css";

/** A variant and what its card needs; `actions` is its menu to rewrite it, or one of its fields. */
export type Drawn = {
  title: string;
  variant: Variant;
  place: number;
  actions: Parameters<Parameters<typeof RewritePanel>[0]["children"]>[0];
};

type Props = {
  run: RunControl;
  result: Result;
  /** Draws one variant: a card of the SDK, such as `VariantCard`. Absent if the result is drawn elsewhere. */
  children?: (drawn: Drawn) => ReactNode;
};

/**
 * A result: its variants one at a time, each with its surroundings, its measures and one bar of actions. On a page that
 * shows a saved text: the variants in their surroundings only.
 */
export function Workbench({ run, result, children }: Props) {
  const t = useSdkTexts();
  const { variants, isLive } = result;
  const saved = useShown();
  const [shown, setShown] = useState<number | null>(null);
  const place = Math.min(shown ?? result.chosen ?? 0, Math.max(variants.length - 1, 0));
  const step = (by: number) => setShown((place + by + variants.length) % variants.length);
  const box = useRef<HTMLDivElement>(null);
  useBenchKeys(box, step);
  const { onPlace } = saved ?? {};
  useEffect(() => onPlace?.(place), [onPlace, place]);
  return (
    <div className={saved ? "sw-bench-shown" : "sw-bench"} aria-busy={isLive} ref={box}>
      {!saved && <Head run={run} result={result} />}
      {(variants.length === 0 || !children) && (
        <BenchProvider value={{ run, result, place: 0 }}>
          <Whole result={result} isDrawn={children !== undefined} />
        </BenchProvider>
      )}
      {variants.length > 0 && children && (
        <Tabs
          value={String(place)}
          onChange={(value) => setShown(Number(value))}
          keepMounted
          // A hidden variant may have an unsaved edit.
          keepMountedMode="display-none"
          variant="unstyled"
        >
          {variants.length > 1 && <Choice result={result} place={place} />}
          {variants.map((variant, number) => (
            <Tabs.Panel
              // biome-ignore lint/suspicious/noArrayIndexKey: variants keep their order.
              key={`${run.run?.id}-${number}`}
              value={String(number)}
              data-current={number === place || undefined}
            >
              <BenchProvider value={{ run, result, place: number }}>
                <RewritePanel result={result} input={run.run?.input ?? {}} variant={variant} place={number}>
                  {(actions) =>
                    isLive && !hasText(variant) ? (
                      <Reserved />
                    ) : (
                      children({
                        title:
                          variants.length > 1
                            ? t("sdk.result.variant", { number: number + 1 })
                            : t("sdk.result.only"),
                        variant,
                        place: number,
                        actions,
                      })
                    )
                  }
                </RewritePanel>
              </BenchProvider>
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </div>
  );
}

const hasText = (variant: Variant) => Object.keys(variant).some((part) => part !== "checks");

/** The place of a variant that has no word yet. */
function Reserved() {
  return (
    <div className="sw-bench-body">
      <div className="sw-bench-canvas">
        <Skeleton h={14} w="40%" mb="md" />
        <Skeleton h={12} mb="xs" />
        <Skeleton h={12} mb="xs" />
        <Skeleton h={12} w="70%" />
      </div>
    </div>
  );
}

/** A result without variants, or one that is drawn elsewhere. */
function Whole({ result, isDrawn }: { result: Result; isDrawn: boolean }) {
  const t = useSdkTexts();
  const { text, language } = result;
  const field = { name: "text", title: t("sdk.result.only"), format: "markdown", editable: false };
  return (
    <ResultCard title={t("sdk.result.only")} fields={[{ ...field, text }]}>
      {isDrawn && (
        <div className="sw-printed-text">
          <Markdown text={text} level={3} language={language} />
        </div>
      )}
    </ResultCard>
  );
}

/** The title of a result, its price, and how it was written. */
function Head({ run, result }: { run: RunControl; result: Result }) {
  const t = useSdkTexts();
  const formats = useFormats();
  const heading = useArrivedHeading(result.isLive ? undefined : run.run?.id);
  const words = run.run?.words ?? 0;
  return (
    <header className="sw-bench-head" data-result-head>
      <Title
        ref={heading}
        order={2}
        size="h5"
        tabIndex={-1}
        lang={result.language}
        data-result
        aria-keyshortcuts="C"
      >
        {result.title || t("sdk.result.only")}
      </Title>
      {!result.isLive &&
        (result.drafted ? (
          <Badge variant="light" color="gray" tt="none" fw={600}>
            {t(result.frame ? "sdk.bench.frame" : "sdk.bench.draft")}
          </Badge>
        ) : (
          <Text size="xs" c="dimmed">
            {t("sdk.result.words", { count: words, words: formats.number(words) })}
          </Text>
        ))}
      <FewerNote {...result} />
      {result.frame && (
        <div className="sw-bench-note">
          <DraftNotice frame wishes={hasWishes(run)} />
        </div>
      )}
    </header>
  );
}

/** Says why there are fewer variants than ordered: equal drafts are omitted, and so are failed variants. */
function FewerNote({ variants, ordered, drafted, isLive }: Result) {
  const t = useSdkTexts();
  if (isLive || ordered === null || variants.length >= ordered) return null;
  const why = drafted ? "equal" : "failed";
  const count = ordered - variants.length;
  return (
    <Text size="xs" c="dimmed" className="sw-bench-note">
      {t(`sdk.fewer.${why}`, { count, number: variants.length, ordered })}
    </Text>
  );
}

/** The variants as tabs, and the choice of the one that is used. */
function Choice({ result, place }: { result: Result; place: number }) {
  const t = useSdkTexts();
  const output = useTool().output as Schema;
  const isUsed = result.chosen === place;
  const names = variantNames(output, result.variants);
  return (
    <div className="sw-bench-choice">
      <Tabs.List aria-label={t("sdk.bench.variants")} className="sw-bench-tabs">
        {result.variants.map((variant, number) => (
          <Tabs.Tab
            // biome-ignore lint/suspicious/noArrayIndexKey: variants keep their order.
            key={number}
            value={String(number)}
            className="sw-bench-tab"
            aria-label={`${t("sdk.result.variant", { number: number + 1 })}: ${names[number]}`}
          >
            <b>{number + 1}</b>
            <span className="sw-bench-words" lang={result.language}>
              {names[number]}
            </span>
            {result.chosen === number && <Icon name="check" size={14} />}
            {(variant.checks ?? []).some(({ ok }) => !ok) && (
              <span className="sw-bench-fault">
                <Icon name="alert" size={14} />
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {result.choose && (
        <Button
          size="xs"
          variant={isUsed ? "light" : "default"}
          className="sw-bench-use"
          leftSection={<Icon name={isUsed ? "check" : "document"} size={15} />}
          aria-pressed={isUsed}
          onClick={() => result.choose?.(place)}
        >
          {t(isUsed ? "sdk.bench.used" : "sdk.bench.use")}
        </Button>
      )}
    </div>
  );
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** A key that acts on the variant: its button in the variant's bar. */
const ACTIONS: Record<string, string> = { c: "[data-copy]", e: "[data-edit]", r: "[data-again]" };

/** Elements in which letters are typed or choose an entry. */
const TYPING = "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]";

const isPlain = (event: globalThis.KeyboardEvent) =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !event.repeat;

/** C copies the variant on the screen, E edits it, R writes again; on its heading, arrows show the next variant. */
function useBenchKeys(box: RefObject<HTMLDivElement | null>, step: (by: number) => void) {
  const { areKeysOn } = useShell();
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const act = (event: globalThis.KeyboardEvent) => {
      const { target, key } = event;
      const bench = box.current;
      if (!bench?.checkVisibility() || !(target instanceof HTMLElement) || !isPlain(event)) return;
      const by = bench.contains(target) && target.matches("[data-result]") ? STEPS[key] : undefined;
      if (by) {
        event.preventDefault();
        // A hidden variant cannot keep the focus.
        bench.querySelector<HTMLElement>("h2[data-result]")?.focus({ preventScroll: true });
        return latest.current(by);
      }
      const action = ACTIONS[key.toLowerCase()];
      if (!action || target.closest(TYPING) || areKeysOn?.() === false) return;
      const panel = bench.querySelector('[role="tabpanel"][data-current]') ?? bench;
      const button = panel.querySelector<HTMLElement>(action);
      if (!button) return;
      // The letter would be typed into the editor that opens.
      event.preventDefault();
      button.click();
    };
    window.addEventListener("keydown", act);
    return () => window.removeEventListener("keydown", act);
  }, [box, areKeysOn]);
}
