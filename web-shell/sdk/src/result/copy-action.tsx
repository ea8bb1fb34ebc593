import { ActionIcon, CopyButton, Icon, Tooltip } from "@sitewright/ui";
import { useSdkTexts } from "../texts";

/** Copies a text; says so in its own label, which screen readers follow. */
export function CopyAction({ text, label }: { text: string; label: string }) {
  const t = useSdkTexts();
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t("sdk.result.copied") : label}>
          <ActionIcon
            variant="subtle"
            color={copied ? "spruce" : "gray"}
            onClick={copy}
            aria-label={copied ? t("sdk.result.copied") : label}
          >
            <Icon name={copied ? "check" : "copy"} size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
