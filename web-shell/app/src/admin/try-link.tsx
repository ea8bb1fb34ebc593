import { useTranslation } from "react-i18next";
import { useHref } from "../i18n/use-page-language";
import { TextButton } from "../ui/texts";

/** What is tried: a package, or the version of a tool that came with the server. */
export type Tried = { package: string } | { tool: string };

/** Where the page of a trial is, for what is tried. */
export const trialSearch = (tried: Tried & { review?: string }, trial?: string) =>
  `?${new URLSearchParams({ ...tried, ...(trial === undefined ? {} : { trial }) })}`;

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
    <TextButton
      label={t("admin.try.go")}
      to={href("adminTrial") + trialSearch(tried)}
      size={size}
      name={version ? t("admin.try.version", { version }) : undefined}
    />
  );
}
