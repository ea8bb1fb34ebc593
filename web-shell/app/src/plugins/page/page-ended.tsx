import { Alert, Button, Group, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import type { End } from "./bridge";

type Props = { why: End; publisher: string; onRetry: () => void; onForm: (() => void) | null };

/** Said in place of a page that did not come or was taken away. */
export function PageEnded({ why, publisher, onRetry, onForm }: Props) {
  const { t } = useTranslation("page");
  return (
    <Alert role="alert" color="red" icon={<Icon name="alert" />} title={t(`page.ended.${why}.title`)}>
      <Text size="sm">{t(`page.ended.${why}.text`, { publisher })}</Text>
      <Group mt="sm" gap="sm">
        <Button size="xs" onClick={onRetry}>
          {t("page.ended.retry")}
        </Button>
        {onForm && (
          <Button size="xs" variant="default" onClick={onForm}>
            {t("page.bar.toForm")}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
