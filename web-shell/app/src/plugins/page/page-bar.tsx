import { Box, Group } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { Fine, Strong, TextButton } from "../../ui/texts";

type Props = {
  publisher: string;
  /** Whether the standard form is shown instead of the page. */
  asForm: boolean;
  /** Switches between the two; null if there is no other. */
  onSwitch: (() => void) | null;
};

/** Names the publisher of the page below, which is not part of Sitewright. */
export function PageBar({ publisher, asForm, onSwitch }: Props) {
  const { t } = useTexts("page");
  return (
    <Group justify="space-between" gap="xs" className="tool-page-bar">
      <Group gap="xs" wrap="nowrap" align="flex-start" flex="1 1 18rem">
        <Box c="dimmed" mt={2}>
          <Icon name="shield" size={16} />
        </Box>
        <Box>
          <Strong>{t(asForm ? "page.bar.form" : "page.bar.by", { publisher })}</Strong>
          <Fine>{t(asForm ? "page.bar.formAbout" : "page.bar.about", { publisher })}</Fine>
        </Box>
      </Group>
      {onSwitch && (
        <TextButton label={t(asForm ? "page.bar.toPage" : "page.bar.toForm")} size="xs" onClick={onSwitch} />
      )}
    </Group>
  );
}
