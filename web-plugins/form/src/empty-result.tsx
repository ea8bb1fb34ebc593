import { Box, Icon, Stack, Text, Title } from "@sitewright/ui";
import { useFormTexts } from "./texts";

/** What stands in the result's place before the first run. */
export function EmptyResult() {
  const t = useFormTexts();
  return (
    <Stack align="center" justify="center" gap="xs" className="form-tool-empty">
      <Box c="dimmed">
        <Icon name="document" size={36} />
      </Box>
      <Title order={2} size="h4" ta="center">
        {t("form.empty.title")}
      </Title>
      <Text c="dimmed" ta="center" maw={380}>
        {t("form.empty.text")}
      </Text>
    </Stack>
  );
}
