import { ActionIcon, Box, Card, Stack, Text, Title } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Step, useSteps } from "./use-steps";

/** A short list that follows the state of the account; nothing where all is done. */
export function NextSteps() {
  const { t } = useTranslation("dashboard");
  const { steps, dismiss } = useSteps();
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
        <Text size="sm" c="dimmed" className="dashboard-text">
          {step.text}
        </Text>
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
