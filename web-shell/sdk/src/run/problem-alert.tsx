import { Alert, Icon, Text } from "@sitewright/ui";
import type { RunProblem } from "../shapes";
import { useSdkTexts } from "../texts";
import { textOf, titleOf } from "./problem-title";

/** Why a run did not succeed, and what to do. */
export function ProblemAlert({ problem }: { problem: RunProblem }) {
  const t = useSdkTexts();
  const [title, text] = [titleOf(problem), textOf(problem)];
  return (
    <Alert
      role="alert"
      color={problem.status === 402 || problem.status === 429 ? "yellow" : "red"}
      icon={<Icon name="alert" />}
      title={t(`sdk.problem.title.${title}`)}
    >
      <Text size="sm">{problem.message || t(`sdk.problem.text.${text}`)}</Text>
      <Text size="sm" mt={4}>
        {t("sdk.problem.kept")}
      </Text>
    </Alert>
  );
}
