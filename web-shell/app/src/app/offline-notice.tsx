import { Alert } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";

/** Said as long as the browser knows of no network. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  return (
    <div role="status">
      {online === false && (
        <Alert color="yellow" variant="filled" autoContrast icon={<Icon name="offline" />}>
          {t("shell.offline.text")}
        </Alert>
      )}
    </div>
  );
}
