import { Alert, List, Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useWholeCatalogue } from "../../api/catalogue";
import { Dim } from "../../ui/texts";
import { type Change, changesOf } from "./product-changes";
import type { ProductEdit } from "./products";

type Props = { before: ProductEdit; after: ProductEdit; subscribers: number };

/** Says before a plan is saved what that means for how many accounts. */
export function ProductEffects({ before, after, subscribers }: Props) {
  const { t } = useTranslation("products");
  const { data } = useWholeCatalogue();
  const sentence = useSentence(subscribers);
  const changes = changesOf(before, after, data?.tools.map(({ id }) => id) ?? []);
  if (subscribers === 0) {
    return <Dim role="status">{t("products.effect.nobody")}</Dim>;
  }
  return (
    <Alert
      role="status"
      variant="light"
      color={changes.length > 0 ? "yellow" : "gray"}
      c="var(--mantine-color-text)"
      icon={<Icon name="info" />}
      title={t("products.effect.title")}
    >
      {changes.length === 0 ? (
        <Text size="sm">{t("products.effect.none")}</Text>
      ) : (
        <List size="sm" spacing={4}>
          {changes.map((change) => (
            <List.Item key={change.kind}>{sentence(change)}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

function useSentence(count: number) {
  const { t } = useTranslation("products");
  const { number } = useFormats();
  const { data } = useWholeCatalogue();
  const nameOf = (id: string) => data?.tools.find((tool) => tool.id === id)?.name ?? id;
  const amount = (value: number | null) => (value === null ? t("products.effect.any") : number(value));
  return (change: Change): string => {
    if ("tools" in change)
      return t(`products.effect.${change.kind}`, { count, tools: change.tools.map(nameOf).join(", ") });
    if ("before" in change)
      return t(`products.effect.${change.kind}`, {
        count,
        before: amount(change.before),
        after: amount(change.after),
      });
    return t(`products.effect.${change.kind}`, { count });
  };
}
