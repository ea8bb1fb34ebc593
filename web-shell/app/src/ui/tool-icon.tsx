import { Box } from "@mantine/core";

/** A tool's icon, as a mask, so that it has the colour of the text. */
export function ToolIcon({ icon, size = 44 }: { icon: string; size?: number }) {
  const mask = `url("${encodeURI(icon)}") center / ${Math.round(size * 0.55)}px no-repeat`;
  return (
    <Box
      aria-hidden="true"
      w={size}
      h={size}
      style={{
        flex: "none",
        borderRadius: size / 3.6,
        background: "var(--mantine-primary-color-light)",
        color: "var(--mantine-primary-color-light-color)",
      }}
    >
      <Box w={size} h={size} style={{ background: "currentColor", mask, WebkitMask: mask }} />
    </Box>
  );
}
