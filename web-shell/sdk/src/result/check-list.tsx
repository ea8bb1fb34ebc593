import { Box, Group, Icon, Text } from "@sitewright/ui";
import { useFormats } from "../formats";
import type { Check } from "../shapes";
import { useSdkTexts } from "../texts";
import { boundOf, worthShowing } from "./checks";

function colourOf(check: Check): string {
  if (check.ok) return "dimmed";
  return check.level === "recommended" ? "var(--sw-caution)" : "var(--mantine-color-error)";
}

function CheckLine({ check }: { check: Check }) {
  const t = useSdkTexts();
  const formats = useFormats();
  const bound = boundOf(check);
  const size =
    bound === null
      ? formats.number(check.value)
      : `${formats.number(check.value)} / ${formats.number(bound)}`;
  const isShort = check.min !== null && check.value < check.min;
  const explanation = check.ok ? "" : check.message || t(isShort ? "sdk.check.short" : "sdk.check.long");
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" c={colourOf(check)}>
      <Box mt={1}>
        <Icon name={check.ok ? "check" : "alert"} size={14} />
      </Box>
      <Text size="xs" c="inherit">
        {`${size} ${t(`sdk.unit.${check.unit}`, { count: bound ?? check.value })}`}
        {explanation ? ` · ${explanation}` : ""}
      </Text>
    </Group>
  );
}

/** What was measured on a field: size against limit, marked where it does not fit. */
export function CheckList({ checks }: { checks: Check[] }) {
  const t = useSdkTexts();
  const shown = worthShowing(checks);
  if (!shown.length) return null;
  return (
    <Box component="ul" aria-label={t("sdk.check.title")} m={0} mt={6} p={0} style={{ listStyle: "none" }}>
      {shown.map((check) => (
        <li key={`${check.field}-${check.unit}-${check.level}-${check.max}`}>
          <CheckLine check={check} />
        </li>
      ))}
    </Box>
  );
}
