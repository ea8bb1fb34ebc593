import { Alert } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";

/** Said as long as the browser knows of no network. */
export function OfflineNotice() {
  const { t } = useTranslation("layout");
  const { online } = useNetwork();
  return (
    <div role="status">
      {online === false && (
        <Alert radius={0} color="yellow" icon={<Icon name="offline" />}>
          {t("layout.offline.text")}
        </Alert>
      )}
    </div>
  );
}
