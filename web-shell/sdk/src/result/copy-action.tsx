import { ActionIcon, Button, type Clip, Icon, Tooltip, useCopy } from "@sitewright/ui";
import { useSdkTexts } from "../texts";

type Props = {
  /** A text as it is, or one with formatting. */
  text: string | Clip;
  label: string;
  /** The label of the button; without it the button is an icon. The accessible name contains it. */
  words?: string;
  /** Whether this is the main action. */
  primary?: boolean;
};

/** Copies a text; the label confirms that, also for screen readers. */
export function CopyAction({ text, label, words, primary = false }: Props) {
  const t = useSdkTexts();
  const clip = typeof text === "string" ? { parts: [{ text, isMarkdown: false }] } : text;
  const { copied, copy } = useCopy(clip);
  const name = copied ? t("sdk.result.copied") : label;
  const icon = <Icon name={copied ? "check" : "copy"} size={words ? 15 : 16} />;
  if (words)
    return (
      <Button
        size={primary ? "sm" : "xs"}
        variant={primary ? "filled" : "light"}
        leftSection={icon}
        aria-label={name}
        onClick={copy}
        data-copy
      >
        {copied ? t("sdk.result.copied") : words}
      </Button>
    );
  return (
    <Tooltip label={name}>
      <ActionIcon variant="subtle" color={copied ? "spruce" : "gray"} onClick={copy} aria-label={name}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
