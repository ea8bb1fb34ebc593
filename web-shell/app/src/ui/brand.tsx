import { Group, Text } from "@mantine/core";

/** The product's logo and, if there is room, its name. */
export function Brand({ compact = false }: { compact?: boolean }) {
  return (
    <Group gap={10} wrap="nowrap">
      <img src="/favicon.svg" alt={compact ? "Sitewright" : ""} width={30} height={30} />
      {!compact && (
        <Text fw={500} fz={19} lh={1} pt={4} ff="var(--sw-serif)" style={{ letterSpacing: "-0.01em" }}>
          Sitewright
        </Text>
      )}
    </Group>
  );
}
