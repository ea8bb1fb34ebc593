import { Box, Group, Text, UnstyledButton } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { type ReactNode, useState } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Line } from "../../ui/texts";
import { ComparedText } from "./compared-text";
import { WithImage } from "./shop-image";
import { type Change, fieldOf, formatOf, type Shop, useNames } from "./shops";

type Props = {
  shop: Shop;
  change: Change;
  /** Placed before the change, and its state. */
  before?: ReactNode;
  mark?: ReactNode;
  /** Facts beside field and language. */
  facts?: (string | null | undefined | false)[];
  /** Below its name. */
  children?: ReactNode;
  /** The headings of the old and the new text. */
  titles?: [string, string] | undefined;
  /** Its texts; the old and the new one by default. */
  texts?: ReactNode;
};

/** A change in a list; its texts are folded. */
export function ChangeLine({ shop, change, before, mark, facts = [], children, titles, texts }: Props) {
  const { t } = useTexts("shops");
  const { fieldName, languageName } = useNames(shop);
  const [isOpen, setOpen] = useState(false);
  const { id, title, kind, item_id: item, field, language } = change;
  return (
    <li className="shop-row">
      {before}
      <Box miw={0} flex={1}>
        <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
          <UnstyledButton
            className="shop-name shop-fold"
            aria-expanded={isOpen}
            aria-controls={`texts-${id}`}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? "down" : "next"} size={15} />
            <Text fw={600} component="span">
              {title}
            </Text>
          </UnstyledButton>
          <Box flex="none">{mark}</Box>
        </Group>
        <Line of={[fieldName(kind, field), shop.languages.length > 1 && languageName(language), ...facts]} />
        {children}
        <div id={`texts-${id}`} hidden={!isOpen} className="shop-folded">
          {isOpen && (
            <WithImage shop={shop} of={{ kind, item, title, field }}>
              {texts ?? (
                <ComparedText
                  language={change.language}
                  before={change.old}
                  after={change.new}
                  format={formatOf(shop, kind, field)}
                  view="words"
                  titles={titles ?? [t("shops.compare.old"), t("shops.compare.new")]}
                  most={fieldOf(shop, kind, field)?.most}
                />
              )}
            </WithImage>
          )}
        </div>
      </Box>
    </li>
  );
}
