import { Alert } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../i18n/use-texts";
import { Small, TextButton } from "../ui/texts";

/** Shown instead of a module that failed to load. */
export function ModuleFailure({ outdated, onRetry }: { outdated: boolean; onRetry: () => void }) {
  const { t } = useTexts("tools");
  return (
    <Alert
      role="alert"
      color="red"
      icon={<Icon name="alert" />}
      title={t(outdated ? "tools.module.outdatedTitle" : "tools.module.failedTitle")}
    >
      <Small>{t(outdated ? "tools.module.outdatedText" : "tools.module.failedText")}</Small>
      {!outdated && <TextButton label={t("tools.module.retry")} isMain size="xs" mt="sm" onClick={onRetry} />}
    </Alert>
  );
}
