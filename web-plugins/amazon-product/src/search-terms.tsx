import { bytes, useFormats } from "@sitewright/sdk";
import { Box, Group, Progress, Text, Title } from "@sitewright/ui";
import { useAmazonTexts } from "./texts";

/** Search terms must stay below 250 bytes: above that, none of them may be indexed. */
const LIMIT = 249;

/** The terms, which buyers never see, and their size in bytes. */
export function SearchTerms({ terms, language }: { terms: string; language?: string }) {
  const t = useAmazonTexts();
  const formats = useFormats();
  if (!terms) return null;
  const size = bytes(terms);
  const isOver = size > LIMIT;
  return (
    <Box component="section" mt="md">
      <Title order={4} size="h6">
        {t("amazon-product.terms")}
      </Title>
      <Text size="sm" my={4} lang={language} dir="auto" style={{ overflowWrap: "anywhere" }}>
        {terms}
      </Text>
      <Group gap="xs" c={isOver ? "var(--mantine-color-error)" : "dimmed"}>
        {/* The text beside it has the same meaning. */}
        <Progress
          value={Math.min(100, (size / LIMIT) * 100)}
          color={isOver ? "red" : "spruce"}
          size="sm"
          flex="0 0 6rem"
          aria-hidden="true"
        />
        <Text size="xs" c="inherit">
          {t("amazon-product.bytes", { value: formats.number(size), limit: formats.number(LIMIT) })}
          {isOver && ` · ${t("amazon-product.over")}`}
        </Text>
      </Group>
    </Box>
  );
}
