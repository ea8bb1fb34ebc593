import { Alert, Icon } from "@sitewright/ui";
import { useSdkTexts } from "../texts";

/** Says that no language model was connected and nothing was charged. */
export function DraftNotice() {
  const t = useSdkTexts();
  return (
    <Alert color="gray" icon={<Icon name="info" />} title={t("sdk.draft.title")}>
      {t("sdk.draft.text")}
    </Alert>
  );
}
