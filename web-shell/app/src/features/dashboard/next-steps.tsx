import { ActionIcon, Box, Card, Stack, Text, Title } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Loading } from "../../ui/loading";
import { Dim } from "../../ui/texts";
import { type Step, useSteps } from "./use-steps";

/** How many steps there were the last time. Their place is kept until they are known: nothing below moves then. */
const remembered = {
  key: "sitewright.steps",
  read: () => Number(localStorage.getItem(remembered.key) ?? 3),
  write: (count: number) => localStorage.setItem(remembered.key, String(count)),
};
const TITLE_PX = 40;
const STEP_PX = 84;

/** A short list that follows the state of the account; nothing where all is done. */
export function NextSteps() {
  const { t } = useTranslation("dashboard");
  const { steps, dismiss } = useSteps();
  const count = steps?.length;
  useEffect(() => {
    if (count !== undefined) remembered.write(count);
  }, [count]);
  if (!steps) {
    const expected = remembered.read();
    return expected > 0 ? <Loading h={TITLE_PX + expected * STEP_PX} radius="lg" /> : null;
  }
  if (steps.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-label={t("dashboard.steps.title")}>
      <Title order={2} size="h3">
        {t("dashboard.steps.title")}
      </Title>
      <Card withBorder padding={0}>
        <ul className="dashboard-list">
          {steps.map((step) => (
            <Item key={step.id} step={step} onDismiss={() => dismiss(step)} />
          ))}
        </ul>
      </Card>
    </Stack>
  );
}

function Item({ step, onDismiss }: { step: Step; onDismiss: () => void }) {
  const { t } = useTranslation("dashboard");
  const title = <Text fw={600}>{step.title}</Text>;
  return (
    <li className="dashboard-item">
      <span className="dashboard-sign">
        <Icon name={step.icon} />
      </span>
      <Box miw={0} flex={1}>
        {step.to ? (
          <Link to={step.to} className="dashboard-link">
            {title}
          </Link>
        ) : (
          title
        )}
        <Dim className="dashboard-text">{step.text}</Dim>
      </Box>
      <ActionIcon
        className="dashboard-above"
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        aria-label={t("dashboard.steps.dismiss", { title: step.title })}
        onClick={onDismiss}
      >
        <Icon name="close" size={16} />
      </ActionIcon>
    </li>
  );
}
