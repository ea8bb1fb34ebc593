import { Anchor, Box, Group, Text, Textarea } from "@mantine/core";
import { unicodeHost } from "@sitewright/sdk/shell";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Fine, IconButton } from "../../ui/texts";

type Props = {
  name: string;
  label: string;
  value: string;
  most: number;
  /** The page on which it was found. */
  source: string | undefined;
  error: string | undefined;
  /** A line that explains itself: its label is only for screen readers. */
  isLine?: boolean;
  onChange: (text: string) => void;
  onRemove?: () => void;
};

/** The address of a page as people read it. */
function shortly(url: string) {
  const { host, pathname } = new URL(url);
  return `${unicodeHost(host)}${pathname === "/" ? "" : decodeURI(pathname)}`;
}

/** One value of the kit: its text with the page of it, or an input in the same place. */
export function FactRow({ name, label, value, most, source, error, isLine, onChange, onRemove }: Props) {
  const { t } = useTexts("brand");
  const [isOpen, setOpen] = useState(isLine === true && value === "");
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const wasOpen = useRef(false);
  const shown = isOpen || Boolean(error);

  // The pressed button disappears: the focus moves to what replaces it.
  useEffect(() => {
    if (shown && !wasOpen.current && !error) input.current?.focus();
    if (!shown && wasOpen.current) button.current?.focus();
    wasOpen.current = shown;
  }, [shown, error]);

  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return;
    event.preventDefault();
    setOpen(false);
  };
  const done = (
    <IconButton
      icon="check"
      size={40}
      label={t("brand.step.done", { label })}
      onClick={() => setOpen(false)}
    />
  );
  return (
    <li className="onboarding-fact">
      <Box flex={1} miw={0}>
        {shown ? (
          <Textarea
            ref={input}
            name={name}
            label={label}
            value={value}
            error={error}
            maxLength={most}
            autosize
            minRows={1}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={onKey}
          />
        ) : (
          <>
            {!isLine && <Fine>{label}</Fine>}
            <Text size="sm" c={value ? undefined : "dimmed"} style={{ overflowWrap: "anywhere" }}>
              {value || t("brand.step.missing")}
            </Text>
            {source && (
              <Fine>
                <Anchor
                  href={source}
                  target="_blank"
                  rel="noreferrer nofollow"
                  inherit
                  c="dimmed"
                  underline="always"
                  aria-label={t("brand.step.sourceOf", { label, page: shortly(source) })}
                >
                  {shortly(source)}
                </Anchor>
              </Fine>
            )}
          </>
        )}
      </Box>
      <Group gap={0} wrap="nowrap">
        {shown ? (
          done
        ) : (
          <IconButton
            ref={button}
            icon={value ? "edit" : "add"}
            iconSize={18}
            size={40}
            label={t(value ? "brand.step.change" : "brand.step.add", { label })}
            onClick={() => setOpen(true)}
          />
        )}
        {onRemove && (
          <IconButton
            icon="trash"
            iconSize={18}
            size={40}
            label={t("brand.step.remove", { label })}
            onClick={onRemove}
          />
        )}
      </Group>
    </li>
  );
}
