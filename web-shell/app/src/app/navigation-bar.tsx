import { NavigationProgress, nprogress } from "@mantine/nprogress";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";

const THROTTLE_MS = 200;

/** The thin bar above a page that is on its way; quick changes do not show it. */
export function NavigationBar() {
  const { t } = useTranslation();
  const busy = useNavigation().state !== "idle";
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => nprogress.start(), THROTTLE_MS);
    return () => {
      clearTimeout(timer);
      nprogress.complete();
    };
  }, [busy]);
  return <NavigationProgress aria-label={t("shell.navigation.progress")} />;
}
