import { Box, Card, Checkbox, Group, Text, UnstyledButton } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { Fine, Small, TextButton } from "../../ui/texts";
import type { Chosen } from "../../ui/use-chosen";
import { type Item, isAlt, type Shop, useNames } from "./shops";

type BarProps = {
  chosen: Chosen;
  shown: number;
  total: number;
  /** Whether all items of the filter are selected, not only those that are shown. */
  isAll: boolean;
  onAll: (isAll: boolean) => void;
  onWrite: () => void;
};

/** Selects items: those that are shown, or all of the filter. */
export function ItemBar({ chosen, shown, total, isAll, onAll, onWrite }: BarProps) {
  const { t, number } = useTexts("shops");
  const count = isAll ? total : chosen.ids.length;
  const isPage = chosen.ids.length > 0 && chosen.ids.length === shown;
  return (
    <Group className="shop-bar" gap="xs">
      <Checkbox
        aria-label={t("shops.choose.page")}
        checked={isAll || isPage}
        indeterminate={!isAll && chosen.ids.length > 0 && !isPage}
        onChange={() => {
          if (isAll) chosen.clear();
          else chosen.toggleAll();
          onAll(false);
        }}
      />
      <Small role="status" flex={1} miw={110}>
        {count > 0 ? t("shops.choose.count", { count, number: number(count) }) : t("shops.choose.none")}
      </Small>
      {!isAll && total > shown && (
        <TextButton
          label={t("shops.choose.all", { count: total, number: number(total) })}
          size="xs"
          variant="subtle"
          onClick={() => onAll(true)}
        />
      )}
      <TextButton
        label={t("shops.write.open")}
        size="xs"
        icon="edit"
        isMain
        disabled={count === 0}
        onClick={onWrite}
      />
    </Group>
  );
}

type ListProps = {
  shop: Shop;
  items: Item[];
  isChosen: (id: string) => boolean;
  onToggle: (id: string) => void;
  onOpen: (item: Item) => void;
  children: React.ReactNode;
};

export function ItemList({ shop, items, isChosen, onToggle, onOpen, children }: ListProps) {
  return (
    <Card withBorder padding={0}>
      {children}
      <ul className="shop-list">
        {items.map((item) => (
          <ItemRow
            key={item.id}
            shop={shop}
            item={item}
            isChosen={isChosen(item.id)}
            onToggle={onToggle}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </Card>
  );
}

type RowProps = Pick<ListProps, "shop" | "onToggle" | "onOpen"> & { item: Item; isChosen: boolean };

function ItemRow({ shop, item, isChosen, onToggle, onOpen }: RowProps) {
  const { t } = useTexts("shops");
  return (
    <li className="shop-row">
      <Checkbox
        aria-label={t("shops.choose.one", { title: item.title })}
        checked={isChosen}
        disabled={Boolean(item.locked)}
        onChange={() => onToggle(item.id)}
      />
      <Box miw={0} flex={1}>
        <Group gap="xs" wrap="nowrap">
          <UnstyledButton className="shop-name" aria-haspopup="dialog" onClick={() => onOpen(item)}>
            <Text fw={600} component="span">
              {item.title}
            </Text>
          </UnstyledButton>
          {!item.visible && <Fine>{t("shops.item.hidden")}</Fine>}
        </Group>
        {item.locked && (
          <Group gap={4} wrap="nowrap" c="dimmed">
            <Icon name="lock" size={14} />
            <Fine>{item.locked}</Fine>
          </Group>
        )}
        <FieldWords shop={shop} item={item} />
      </Box>
    </li>
  );
}

/** The words of each field; empty ones are marked. */
function FieldWords({ shop, item }: { shop: Shop; item: Item }) {
  const { t, number } = useTexts("shops");
  const { fieldName } = useNames(shop);
  const fields = Object.keys(item.words).filter(
    (field) => !isAlt(field) && !["title", "slug"].includes(field),
  );
  const order = shop.kinds.find(({ id }) => id === item.kind)?.fields.map(({ id }) => id) ?? [];
  fields.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const alts = Object.entries(item.words).filter(([field]) => isAlt(field));
  const missing = alts.filter(([, words]) => words === 0).length;
  return (
    <ul className="shop-words">
      {fields.map((field) => {
        const words = item.words[field] ?? 0;
        return (
          <li key={field} data-missing={words === 0 || undefined}>
            {fieldName(item.kind, field)}{" "}
            <strong>
              {words > 0
                ? t("shops.items.words", { count: words, words: number(words) })
                : t("shops.items.missing")}
            </strong>
          </li>
        );
      })}
      {alts.length > 0 && (
        <li data-missing={missing > 0 || undefined}>
          {fieldName(item.kind, "alt")}{" "}
          <strong>{t("shops.items.alts", { count: alts.length, done: alts.length - missing })}</strong>
        </li>
      )}
    </ul>
  );
}
