import { Box, Group, Icon, Text } from "@sitewright/ui";
import type { CSSProperties } from "react";
import { useFormats } from "../formats";
import type { Check } from "../shapes";
import { useLanguage } from "../shell-context";
import { useSdkTexts } from "../texts";
import "./preview.css";
import { boundOf, messageOf, sizeShape, worthShowing } from "./checks";

function colourOf(check: Check): string {
  if (check.ok) return "dimmed";
  return check.level === "recommended" ? "var(--sw-caution)" : "var(--mantine-color-error)";
}

/** A size with its unit, relative to the relevant bound. */
function useSize(check: Check): string {
  const t = useSdkTexts();
  const { number } = useFormats();
  const bound = boundOf(check) ?? 0;
  const unit = (count: number) => t(`sdk.unit.${check.unit}`, { count });
  const alone = `${number(check.value)} ${unit(check.value)}`;
  switch (sizeShape(check)) {
    case "none":
      return "";
    case "alone":
      return alone;
    case "atLeast":
      return t("sdk.check.atLeast", { size: alone, min: number(bound) });
    default:
      return `${number(check.value)} / ${number(bound)} ${unit(bound)}`;
  }
}

function CheckLine({ check }: { check: Check }) {
  const t = useSdkTexts();
  const language = useLanguage();
  const message = messageOf(check, language);
  const isShort = check.min !== null && check.value < check.min;
  const fault = check.ok ? "" : t(isShort ? "sdk.check.short" : "sdk.check.long");
  const size = useSize(check);
  const share = check.max && !message ? Math.min(100, (check.value / check.max) * 100) : null;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" c={colourOf(check)}>
      <Box mt={1}>
        <Icon name={check.ok ? "check" : "alert"} size={14} />
      </Box>
      <Box miw={0}>
        <Text size="xs" c="inherit">
          {message || [size, fault].filter(Boolean).join(" · ")}
        </Text>
        {share !== null && (
          <span
            className="sw-size"
            style={{ "--sw-share": `${share}%` } as CSSProperties}
            aria-hidden="true"
          />
        )}
      </Box>
    </Group>
  );
}

/** The measurements of a field: size and limit, highlighted if it does not fit. `inline` places them beside the text. */
export function CheckList({ checks, inline = false }: { checks: Check[]; inline?: boolean }) {
  const t = useSdkTexts();
  const shown = worthShowing(checks);
  if (!shown.length) return null;
  return (
    <Box
      component="ul"
      aria-label={t("sdk.check.title")}
      m={0}
      mt={inline ? 0 : 6}
      p={0}
      style={{ listStyle: "none" }}
    >
      {shown.map((check) => (
        <li key={`${check.field}-${check.unit}-${check.level}-${check.max}`}>
          <CheckLine check={check} />
        </li>
      ))}
    </Box>
  );
}
