import { Box } from "@mantine/core";
import { familyOf, inkOf, tintOf } from "@sitewright/ui/family";

type Props = { icon: string; size?: number; category?: string };

/** A tool's icon in the colour of its family; it is a mask, so that it takes the colour of the text. */
export function ToolIcon({ icon, size = 44, category }: Props) {
  const mask = `url("${encodeURI(icon)}") center / ${Math.round(size * 0.55)}px no-repeat`;
  const family = category === undefined ? undefined : familyOf(category);
  return (
    <Box
      aria-hidden="true"
      w={size}
      h={size}
      style={{
        flex: "none",
        borderRadius: size / 3.6,
        background: family ? tintOf(family) : "var(--mantine-primary-color-light)",
        color: family ? inkOf(family) : "var(--mantine-primary-color-light-color)",
      }}
    >
      <Box w={size} h={size} style={{ background: "currentColor", mask, WebkitMask: mask }} />
    </Box>
  );
}
