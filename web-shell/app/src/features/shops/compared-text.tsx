import { Box, Group } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Dim, Fine, Small } from "../../ui/texts";
import { type ComparedBlock, compareTexts, lettersOf, wordCount } from "./compare";
import type { Format } from "./html-text";
import { HtmlView } from "./html-view";

/** The words that differ, or the texts as customers read them. */
export type View = "words" | "read";

type Props = {
  before: string;
  after: string;
  format: Format;
  view: View;
  /** The headings of both sides. */
  titles: [before: string, after: string];
  /** The language of both. */
  language: string;
  /** The longest text that the shop stores. */
  most?: number | null | undefined;
};

/** Two values of a field, side by side if there is room. */
export function ComparedText({ before, after, format, view, titles, language, most }: Props) {
  const { t } = useTexts("shops");
  const compared = useMemo(() => compareTexts(before, after, format), [before, after, format]);
  const isDiff = view === "words";
  // In a text that was written again every word would be marked.
  const mark = <Of extends "ins" | "del">(is: Of) => (compared.isNew ? "span" : is);
  return (
    <>
      {compared.isSame && before !== "" && (
        <Dim mb="xs" className="shop-same">
          {t("shops.compare.formatOnly")}
        </Dim>
      )}
      <div className="shop-sides">
        <Side title={titles[0]} text={before} format={format} language={language}>
          {isDiff ? (
            <Blocks blocks={compared.before} is={mark("del")} />
          ) : (
            <Read text={before} format={format} />
          )}
        </Side>
        <Side title={titles[1]} text={after} format={format} language={language} most={most}>
          {isDiff ? (
            <Blocks blocks={compared.after} is={mark("ins")} />
          ) : (
            <Read text={after} format={format} />
          )}
        </Side>
      </div>
    </>
  );
}

type SideProps = {
  title: string;
  text: string;
  format: Format;
  language: string;
  most?: number | null | undefined;
  children: ReactNode;
};

/** One value with its heading and its length. */
export function Side({ title, text, format, language, most, children }: SideProps) {
  const { t } = useTexts("shops");
  return (
    <Box className="shop-side">
      <Group justify="space-between" gap={4} mb={4}>
        <Fine fw={600}>{title}</Fine>
        <Length text={text} format={format} most={most} />
      </Group>
      {text === "" ? (
        <Dim fs="italic">{t("shops.compare.empty")}</Dim>
      ) : (
        <div lang={language} className="sw-printed-text">
          {children}
        </div>
      )}
    </Box>
  );
}

/** The words of a text in HTML, or the letters of a shorter one with their limit. */
export function Length({
  text,
  format,
  most,
}: {
  text: string;
  format: Format;
  most?: number | null | undefined;
}) {
  const { t, number } = useTexts("shops");
  const letters = lettersOf(text);
  const isLong = Boolean(most && letters > most);
  const words = useMemo(() => (format === "html" ? wordCount(text, format) : 0), [text, format]);
  const limit = most
    ? t("shops.compare.ofLimit", { letters: number(letters), most: number(most) })
    : t("shops.compare.letters", { count: letters, letters: number(letters) });
  const shown =
    format === "html" && !isLong ? t("shops.compare.words", { count: words, words: number(words) }) : limit;
  return <Fine c={isLong ? "var(--mantine-color-error)" : "dimmed"}>{shown}</Fine>;
}

/** The value as customers read it. */
export function Read({ text, format }: { text: string; format: Format }) {
  if (format === "html") return <HtmlView html={text} />;
  return <Small className="shop-text">{text}</Small>;
}

/** Blocks with the words that the other side lacks. */
function Blocks({ blocks, is: Mark }: { blocks: ComparedBlock[]; is: "ins" | "del" | "span" }) {
  return blocks.map(({ kind, place, pieces }) => (
    <p key={place} className="shop-block" data-kind={kind}>
      {pieces.map(({ text, isKept, place: at }) =>
        isKept ? <span key={at}>{text}</span> : <Mark key={at}>{text}</Mark>,
      )}
    </p>
  ));
}
