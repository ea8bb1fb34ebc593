import { ActionIcon, Button, CopyButton, Icon, Tooltip } from "@sitewright/ui";
import { useSdkTexts } from "../texts";

type Props = {
  text: string;
  label: string;
  /** Words on the button; without them it is an icon. The label contains them. */
  words?: string;
  /** Whether this is what most people come for. */
  primary?: boolean;
};

/** Copies a text; says so in its own label, which screen readers follow. */
export function CopyAction({ text, label, words, primary = false }: Props) {
  const t = useSdkTexts();
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => {
        const name = copied ? t("sdk.result.copied") : label;
        const icon = <Icon name={copied ? "check" : "copy"} size={words ? 15 : 16} />;
        if (words)
          return (
            <Button
              size="xs"
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
      }}
    </CopyButton>
  );
}
