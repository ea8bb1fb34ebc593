import { Alert, Icon, Text } from "@sitewright/ui";
import type { RunProblem } from "../shapes";
import { useSdkTexts } from "../texts";

const KNOWN_STATUS = [0, 402, 404, 409, 422, 429, 502];

/** Why a run did not succeed, in words that say what to do. */
export function ProblemAlert({ problem }: { problem: RunProblem }) {
  const t = useSdkTexts();
  const status = KNOWN_STATUS.includes(problem.status) ? problem.status : "other";
  return (
    <Alert
      role="alert"
      color={problem.status === 402 || problem.status === 429 ? "yellow" : "red"}
      icon={<Icon name="alert" />}
      title={t(`sdk.problem.title.${status}`)}
    >
      <Text size="sm">{problem.message || t(`sdk.problem.text.${status}`)}</Text>
      <Text size="sm" mt={4}>
        {t("sdk.problem.kept")}
      </Text>
    </Alert>
  );
}
