import { Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";

/** Characters as the server counts them: an emoji is one. */
export const charactersOf = (text: string) => [...text].length;

/** How much of a limit is used. The field's message says it too, so screen readers skip this. */
export function Count({ used, limit }: { used: number; limit: number }) {
  const { number } = useFormats();
  const color = used > limit ? "var(--mantine-color-error)" : "dimmed";
  return (
    <Text size="xs" ta="right" mt={4} c={color} aria-hidden="true">
      {number(used)} / {number(limit)}
    </Text>
  );
}
