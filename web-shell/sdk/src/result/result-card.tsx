import { ActionIcon, Card, Group, Icon, Title } from "@sitewright/ui";
import type { ReactNode } from "react";
import { useSdkTexts } from "../texts";
import { CopyAction } from "./copy-action";
import { type ResultField, variantText } from "./fields";

type ChooseActionProps = { name: string; chosen: boolean; onChoose: () => void };

type Props = {
  title: string;
  fields: ResultField[];
  chosen?: boolean;
  onChoose?: () => void;
  actions?: ReactNode;
  mb?: "xs" | "sm";
  children: ReactNode;
};

/** The frame of a variant: its title, and the actions of the whole variant. */
export function ResultCard({ title, fields, chosen, onChoose, actions, mb = "sm", children }: Props) {
  const t = useSdkTexts();
  return (
    <Card
      component="article"
      withBorder
      padding="lg"
      aria-label={title}
      tabIndex={-1}
      aria-keyshortcuts="C"
      data-result
    >
      <Group justify="space-between" wrap="nowrap" mb={mb}>
        <Title order={3} size="h5">
          {title}
        </Title>
        <Group gap={2} wrap="nowrap">
          {onChoose && <ChooseAction name={title} chosen={chosen === true} onChoose={onChoose} />}
          {actions}
          <CopyAction
            text={variantText(fields)}
            label={t("sdk.result.copyAll", { name: title })}
            words={t("sdk.result.copyShort")}
          />
        </Group>
      </Group>
      {children}
    </Card>
  );
}

/** Marks a variant as the best of its result; a second click removes the mark. */
function ChooseAction({ name, chosen, onChoose }: ChooseActionProps) {
  const label = useSdkTexts()("sdk.result.choose", { name });
  return (
    <ActionIcon
      variant={chosen ? "light" : "subtle"}
      color={chosen ? undefined : "gray"}
      aria-pressed={chosen}
      aria-label={label}
      title={label}
      onClick={onChoose}
    >
      <Icon name="star" size={16} />
    </ActionIcon>
  );
}
