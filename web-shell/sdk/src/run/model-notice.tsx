import { Alert, Icon, Text } from "@sitewright/ui";
import type { Tool } from "../shapes";
import { useSdkTexts } from "../texts";

/** Says before the run what cannot be done as long as no language model is connected, and how to connect one. */
export function ModelNotice({ needs }: { needs: Tool["needs_model"] }) {
  const t = useSdkTexts();
  if (needs === "never") return null;
  return (
    <Alert
      color={needs === "always" ? "yellow" : "gray"}
      icon={<Icon name={needs === "always" ? "alert" : "info"} />}
      title={t(`sdk.needsModel.${needs}.title`)}
      mb="md"
    >
      <Text size="sm">{t(`sdk.needsModel.${needs}.text`)}</Text>
      <Text size="sm" mt={4}>
        {t("sdk.needsModel.how")}
      </Text>
    </Alert>
  );
}
