import { Alert, Icon } from "@sitewright/ui";
import { useSdkTexts } from "../texts";

/**
 * Says that no language model was connected and nothing was charged; a frame is no text yet. Rules do not follow wishes
 * in words.
 */
export function DraftNotice({ frame = false, wishes = false }: { frame?: boolean; wishes?: boolean }) {
  const t = useSdkTexts();
  return (
    <Alert color="gray" icon={<Icon name="info" />} title={t(frame ? "sdk.draft.frame" : "sdk.draft.title")}>
      {t(frame ? "sdk.draft.frameText" : "sdk.draft.text")}
      {wishes && ` ${t("sdk.draft.wishes")}`}
    </Alert>
  );
}
