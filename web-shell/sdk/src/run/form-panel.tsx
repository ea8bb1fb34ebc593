import { ActionIcon, Card, Icon, Text, Tooltip, UnstyledButton, useMediaQuery } from "@sitewright/ui";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSdkTexts } from "../texts";
import { reveal } from "./arrival";

/** Where the result is below the form. */
const NARROW = "(max-width: 61.99em)";

type Folding = {
  /** The key of what is beside the form. */
  result: string | undefined;
  /** The key of what was just requested: it comes onto the screen, and gets the focus that the form loses. */
  requested: string | undefined;
  hasErrors?: boolean;
  onRequest?: () => void;
};

/**
 * Whether the form is folded. In a narrow window it folds by itself when there is something new to read in `output`;
 * errors of its fields unfold it.
 */
export function useFolded(output: RefObject<HTMLElement | null>, folding: Folding) {
  const { result, requested, hasErrors = false, onRequest } = folding;
  const isNarrow = useMediaQuery(NARROW) ?? false;
  // In the render that shows something new, and not after it: a scroll that begins before the form folds ends below the
  // place where the result is then.
  const shown = `${isNarrow} ${result}`;
  const [chosen, setChosen] = useState({ shown, folded: isNarrow });
  const folded = chosen.shown === shown ? chosen.folded : isNarrow;
  const setFolded = (folded: boolean) => setChosen({ shown, folded });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useEffect(() => {
    if (hasErrors) setFolded(false);
  }, [hasErrors]);
  // Before the next frame: the element that had the focus is folded away, or is part of the earlier result.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request.
  useLayoutEffect(() => {
    if (requested === undefined) return;
    const isLost = isNarrow || document.activeElement === document.body;
    if (isLost) output.current?.focus({ preventScroll: true });
    onRequest?.();
    reveal(output.current);
  }, [requested, isNarrow]);
  return { folded: folded && result !== undefined, setFolded };
}

type Props = {
  folded: boolean;
  /** What the form says, in a line. */
  gist: string;
  /** Absent while there is nothing beside the form. */
  onFold?: (folded: boolean) => void;
  onInput?: () => void;
  children: ReactNode;
};

/** The form beside its result. Folded it is one line; it stays mounted and keeps its input. */
export function FormPanel({ folded, gist, onFold, onInput, children }: Props) {
  const t = useSdkTexts();
  const form = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  const unfold = () => {
    asked.current = true;
    onFold?.(false);
  };
  useEffect(() => {
    if (folded || !asked.current) return;
    asked.current = false;
    form.current?.querySelector<HTMLElement>("form :is(input, textarea)")?.focus();
  }, [folded]);
  return (
    <div className="sw-tool-input" data-folded={folded || undefined}>
      {folded && (
        <UnstyledButton className="sw-tool-gist" onClick={unfold} aria-expanded={false}>
          <Icon name="edit" size={16} />
          <Text span size="sm" truncate>
            {gist}
          </Text>
          <Text span size="sm" fw={600} c="var(--mantine-color-anchor)">
            {t("sdk.bench.change")}
          </Text>
        </UnstyledButton>
      )}
      <Card withBorder padding="lg" hidden={folded} ref={form} onInput={onInput}>
        {onFold && (
          <Tooltip label={t("sdk.bench.fold")}>
            <ActionIcon
              className="sw-tool-fold"
              variant="subtle"
              color="gray"
              size={30}
              aria-label={t("sdk.bench.fold")}
              onClick={() => onFold(true)}
            >
              <Icon name="back" size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        {children}
      </Card>
    </div>
  );
}
