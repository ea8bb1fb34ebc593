import { useFormats } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { useHref } from "../../i18n/use-page-language";
import { StateBadge, SUBMISSION_MARKS } from "../../ui/state-badge";
import { Dim, TextLink } from "../../ui/texts";
import "./publishers.css";
import type { Submission, SubmissionState } from "./publisher";

export function SubmissionBadge({ state }: { state: SubmissionState }) {
  const { t } = useTranslation("portal");
  return <StateBadge mark={SUBMISSION_MARKS[state]}>{t(`portal.state.${state}`)}</StateBadge>;
}

/** What a package is called: its plugin and version; where it could not be read its file, or else the beginning of its digest. */
export const nameOf = ({ plugin, version, file_name, digest }: Submission) =>
  plugin ? `${plugin} ${version}` : (file_name ?? digest.slice(0, 12));

/** Packages that were sent, in lines. */
export function SubmissionRows({ submissions }: { submissions: Submission[] }) {
  const { t } = useTranslation("portal");
  const href = useHref();
  const { dateTime } = useFormats();
  return (
    <ul className="partner-rows">
      {submissions.map((one) => (
        <li key={one.id}>
          <div>
            <TextLink to={href("publisherPackage", { submission: one.id })} fw={600} className="partner-long">
              {nameOf(one)}
            </TextLink>
            <Dim>
              {t("portal.packages.sent", { when: dateTime(one.sent_at) })}
              {one.problems.length > 0 &&
                ` · ${t("portal.packages.problems", { count: one.problems.length })}`}
            </Dim>
          </div>
          <SubmissionBadge state={one.state} />
        </li>
      ))}
    </ul>
  );
}
