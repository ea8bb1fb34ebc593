import { Alert, Group } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { Small, TextButton } from "../../ui/texts";
import type { End } from "./bridge";

type Props = { why: End; publisher: string; onRetry: () => void; onForm: (() => void) | null };

/** Shown instead of a page that did not load or was closed. */
export function PageEnded({ why, publisher, onRetry, onForm }: Props) {
  const { t } = useTexts("page");
  return (
    <Alert role="alert" color="red" icon={<Icon name="alert" />} title={t(`page.ended.${why}.title`)}>
      <Small>{t(`page.ended.${why}.text`, { publisher })}</Small>
      <Group mt="sm" gap="sm">
        <TextButton label={t("page.ended.retry")} isMain size="xs" onClick={onRetry} />
        {onForm && <TextButton label={t("page.bar.toForm")} size="xs" onClick={onForm} />}
      </Group>
    </Alert>
  );
}
