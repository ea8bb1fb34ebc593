import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { Loading, Notice } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { Dim } from "../../ui/texts";
import { Length, Read } from "./compared-text";
import { WithImage } from "./shop-image";
import { formatOf, type ItemTexts, type Shop, useNames } from "./shops";

export type ItemPlace = { kind: string; id: string; title: string };

type Props = { shop: Shop; item: ItemPlace; onClose: () => void };

/** One item with all its texts and facts, as they were read last. */
export function ItemDialog({ shop, item: { kind, id, title }, onClose }: Props) {
  const { t } = useTexts("shops");
  const { data, isError } = useItem(shop, kind, id);
  return (
    <Dialog title={data?.title ?? title} isWide onClose={onClose}>
      {data ? (
        <ItemView shop={shop} item={data} />
      ) : isError ? (
        <Notice>{t("shops.item.gone")}</Notice>
      ) : (
        <Loading h={240} radius="lg" />
      )}
    </Dialog>
  );
}

export const useItem = (shop: Shop, kind: string, item: string, enabled = true) =>
  useApi(
    "/api/shops/{id}/items/{kind}/{item}",
    { path: { id: shop.id, kind, item } },
    { quiet: true, throwOnError: false, enabled },
  );

function ItemView({ shop, item }: { shop: Shop; item: ItemTexts }) {
  const { t, dateTime } = useTexts("shops");
  const { fieldName, factName, languageName } = useNames(shop);
  const fields = shop.kinds.find(({ id }) => id === item.kind)?.fields.map(({ id }) => id) ?? [];
  const placeOf = (field: string) => (fields.includes(field) ? fields.indexOf(field) : fields.length);
  const images = item.images.map(({ id }) => `alt:${id}`);
  const languages = shop.languages.filter((tag) => item.texts.some(({ language }) => language === tag));
  return (
    <Stack gap="lg">
      <Group gap="sm">
        {!item.visible && <StateBadge mark="plain">{t("shops.item.hidden")}</StateBadge>}
        {item.url && (
          <Anchor href={item.url} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
            {t("shops.item.open")}
          </Anchor>
        )}
        <Dim>{t("shops.item.read", { when: dateTime(item.read_at) })}</Dim>
      </Group>
      {item.locked && <Notice icon="lock">{item.locked}</Notice>}
      {languages.map((tag) => (
        <Stack key={tag} component="section" gap="sm" aria-label={languageName(tag)}>
          {languages.length > 1 && (
            <Title order={3} size="h4">
              {languageName(tag)}
            </Title>
          )}
          {item.texts
            .filter(({ language }) => language === tag)
            .sort((a, b) => placeOf(a.field) - placeOf(b.field))
            .map(({ field, value }) => {
              const format = formatOf(shop, item.kind, field);
              return (
                <div key={field} className="shop-side shop-value">
                  <WithImage
                    shop={shop}
                    of={{ kind: item.kind, item: item.id, title: item.title, field }}
                    isThere={images.includes(field)}
                  >
                    <Group justify="space-between" gap={4} mb={4}>
                      <Text size="xs" fw={600} c="dimmed">
                        {fieldName(item.kind, field)}
                      </Text>
                      {value.trim() && <Length text={value} format={format} />}
                    </Group>
                    {value.trim() ? (
                      <div lang={tag}>
                        <Read text={value} format={format} />
                      </div>
                    ) : (
                      <Dim fs="italic">{t("shops.compare.empty")}</Dim>
                    )}
                  </WithImage>
                </div>
              );
            })}
        </Stack>
      ))}
      {item.facts.length > 0 && (
        <Stack component="section" gap="xs" aria-label={t("shops.item.facts")}>
          <Title order={3} size="h4">
            {t("shops.item.facts")}
          </Title>
          <dl className="shop-facts">
            {item.facts.map(({ name, value, language }) => (
              <div key={`${name} ${value} ${language}`}>
                <dt>{factName(name)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Stack>
      )}
    </Stack>
  );
}
