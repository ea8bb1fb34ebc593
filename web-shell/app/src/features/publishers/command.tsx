import { Code, CopyButton, Stack } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { Small, TextButton } from "../../ui/texts";

/** A terminal command, shown in full, with a copy button. */
export function Command({ label, text, shown = true }: { label: string; text: string; shown?: boolean }) {
  const { t } = useTexts("portal");
  return (
    <Stack gap={4} align="flex-start">
      {shown && <Small>{label}</Small>}
      <Code block className="partner-command" role="group" aria-label={label}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <TextButton
            label={t(copied ? "portal.command.copied" : "portal.command.copy")}
            size="compact-sm"
            onClick={copy}
            name={`${t(copied ? "portal.command.copied" : "portal.command.copy")}: ${label}`}
          />
        )}
      </CopyButton>
    </Stack>
  );
}
