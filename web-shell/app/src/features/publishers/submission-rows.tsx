import { useTexts } from "../../i18n/use-texts";
import { Item } from "../../ui/list";
import { StateBadge, SUBMISSION_MARKS } from "../../ui/state-badge";
import { Dim } from "../../ui/texts";
import "./publishers.css";
import type { Submission, SubmissionState } from "./publisher";

export function SubmissionBadge({ state }: { state: SubmissionState }) {
  const { t } = useTexts("portal");
  return <StateBadge mark={SUBMISSION_MARKS[state]}>{t(`portal.state.${state}`)}</StateBadge>;
}

/** The title of a package: plugin and version; if it could not be read, its file name or the beginning of its digest. */
export const nameOf = ({ plugin, version, file_name, digest }: Submission) =>
  plugin ? `${plugin} ${version}` : (file_name ?? digest.slice(0, 12));

/** Submitted packages as rows. */
export function SubmissionRows({ submissions }: { submissions: Submission[] }) {
  const { t, href, dateTime } = useTexts("portal");
  return (
    <ul className="partner-rows">
      {submissions.map((one) => (
        <Item
          key={one.id}
          title={nameOf(one)}
          to={href("publisherPackage", { submission: one.id })}
          more={
            <Dim>
              {t("portal.packages.sent", { when: dateTime(one.sent_at) })}
              {one.problems.length > 0 &&
                ` · ${t("portal.packages.problems", { count: one.problems.length })}`}
            </Dim>
          }
        >
          <SubmissionBadge state={one.state} />
        </Item>
      ))}
    </ul>
  );
}
