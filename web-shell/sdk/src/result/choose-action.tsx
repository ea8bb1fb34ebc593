import { ActionIcon, Icon } from "@sitewright/ui";
import { useSdkTexts } from "../texts";

type Props = { name: string; chosen: boolean; onChoose: () => void };

/** Marks a variant as the best of its result; a second click takes the mark away. */
export function ChooseAction({ name, chosen, onChoose }: Props) {
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
