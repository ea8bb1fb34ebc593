import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import type { IconName } from "@sitewright/ui/icon";
import type { ComponentProps } from "react";
import { useTexts } from "../i18n/use-texts";
import { IconButton } from "./texts";
import { whenWanted } from "./when-wanted";

export const SCHEMES: [MantineColorScheme, IconName][] = [
  ["light", "sun"],
  ["dark", "moon"],
  ["auto", "auto"],
];

/** The button of the menu. */
export function SchemeButton(button: ComponentProps<"button">) {
  const { t } = useTexts();
  const { colorScheme } = useMantineColorScheme();
  const icon = SCHEMES.find(([scheme]) => scheme === colorScheme)?.[1] ?? "auto";
  return (
    <IconButton
      icon={icon}
      label={t("shell.scheme.choose")}
      size="lg"
      c="var(--mantine-color-text)"
      aria-haspopup="menu"
      {...button}
    />
  );
}

export const SchemeSwitch = whenWanted<object>(() => import("./scheme-menu"), SchemeButton);
