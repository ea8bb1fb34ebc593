import { ActionIcon, Card, Icon, Text, Tooltip, UnstyledButton, useMediaQuery } from "@sitewright/ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSdkTexts } from "../texts";

/** Where the result is below the form. */
const NARROW = "(max-width: 61.99em)";

/**
 * Whether the form is folded. In a narrow window it folds by itself when there is something new to read, whose key is
 * `result`; errors of its fields unfold it.
 */
export function useFolded(result: string | undefined, hasErrors = false) {
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const [folded, setFolded] = useState(false);
  useEffect(() => {
    setFolded(isNarrow && result !== undefined);
  }, [isNarrow, result]);
  useEffect(() => {
    if (hasErrors) setFolded(false);
  }, [hasErrors]);
  return { folded: folded && result !== undefined, setFolded, isNarrow };
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
