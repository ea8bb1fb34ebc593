import { Box, Group, Markdown, Text } from "@sitewright/ui";
import { useSdkTexts } from "../texts";
import { codeOf } from "./appendix";
import { CopyAction } from "./copy-action";

/** What a tool wrote below a variant, to be taken along; code is copied as it stands between its fences. */
export function AppendixView({ text }: { text: string }) {
  const t = useSdkTexts();
  const title = t("sdk.result.appendix");
  return (
    <Box component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={2}>
        <Text size="xs" fw={600} c="dimmed">
          {title}
        </Text>
        <CopyAction text={codeOf(text) ?? text} label={t("sdk.result.copy", { name: title })} />
      </Group>
      <Markdown text={text} level={4} />
    </Box>
  );
}
