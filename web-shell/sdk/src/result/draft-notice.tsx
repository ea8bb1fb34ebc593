import { Alert, Icon, Text } from "@sitewright/ui";
import { useSdkTexts } from "../texts";

type Props = {
  frame?: boolean;
  wishes?: boolean;
  /** Without a frame, beside other facts about the text. */
  isQuiet?: boolean;
};

/**
 * Says that no language model was connected and nothing was charged; a frame is no text yet. Rules do not follow wishes
 * in words.
 */
export function DraftNotice({ frame = false, wishes = false, isQuiet = false }: Props) {
  const t = useSdkTexts();
  const text = `${t(frame ? "sdk.draft.frameText" : "sdk.draft.text")}${wishes ? ` ${t("sdk.draft.wishes")}` : ""}`;
  if (isQuiet)
    return (
      <Text size="xs" c="dimmed" mt={6}>
        {text}
      </Text>
    );
  return (
    <Alert color="gray" icon={<Icon name="info" />} title={t(frame ? "sdk.draft.frame" : "sdk.draft.title")}>
      {text}
    </Alert>
  );
}
