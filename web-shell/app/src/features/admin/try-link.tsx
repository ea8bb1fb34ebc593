import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useHref } from "../../i18n/use-page-language";
import { type Tried, trialSearch } from "./trials";

type Props = {
  /** The review that it is tried for. */
  tried: Tried & { review?: string };
  /** What is tried, for who does not see where the button stands. */
  version?: string | null;
  size?: "xs" | "sm";
};

/** The way to the page on which a version is opened as a customer would get it. */
export function TryLink({ tried, version, size = "sm" }: Props) {
  const { t } = useTranslation("admin");
  const href = useHref();
  return (
    <Button
      component={Link}
      to={href("adminTrial") + trialSearch(tried)}
      variant="default"
      size={size}
      aria-label={version ? t("admin.try.version", { version }) : undefined}
    >
      {t("admin.try.go")}
    </Button>
  );
}
