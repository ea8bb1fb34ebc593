import { Code, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Section } from "../../ui/page";
import { Dim, Small, Wrong } from "../../ui/texts";
import type { AddressFacts } from "./audits";

/** What the page says: to a screen reader, and to machines. */
export function AddressContent({ address }: { address: AddressFacts }) {
  const { t } = useTexts("audits");
  const { headings, images, data, alternates, headers } = address;
  return (
    <>
      {headings.length > 0 && (
        <Section title={t("audits.page.headings")}>
          <ol className="audit-outline">
            {headings.map(({ level, text }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal headings differ only in their place.
              <li key={place} style={{ paddingLeft: `${(level - 1) * 1.25}rem` }}>
                <Code>{`h${level}`}</Code> {text || <Dim span>{t("audits.page.empty")}</Dim>}
              </li>
            ))}
          </ol>
        </Section>
      )}
      <Fold title={t("audits.page.images")} count={images.length}>
        <ul className="audit-lines audit-flat">
          {images.map(({ url, alt }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an image may be on the page twice.
            <li key={place}>
              <Small style={{ overflowWrap: "anywhere" }}>{url}</Small>
              {alt === null ? (
                <Wrong>{t("audits.page.noAlt")}</Wrong>
              ) : (
                <Dim>{alt || t("audits.page.emptyAlt")}</Dim>
              )}
            </li>
          ))}
        </ul>
      </Fold>
      <Fold title={t("audits.page.data")} count={data.length}>
        <Stack gap="sm">
          {data.map(({ format, json, error }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal blocks differ only in their place.
            <div key={place}>
              <Dim>{format}</Dim>
              {error && <Wrong>{error}</Wrong>}
              <Code block className="audit-snippet" data-plain-spaces>
                {json}
              </Code>
            </div>
          ))}
        </Stack>
      </Fold>
      <Fold title={t("audits.page.alternates")} count={alternates.length}>
        <Pairs of={alternates.map(({ language, url }) => [language, url])} />
      </Fold>
      <Fold title={t("audits.page.headers")} count={Object.keys(headers).length}>
        <Pairs of={Object.entries(headers)} />
      </Fold>
    </>
  );
}

/** A long part, which the reader opens. */
function Fold({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const { t, number } = useTexts("audits");
  if (count === 0) return null;
  return (
    <details className="audit-details audit-fold">
      <summary>
        <Small span fw={600}>
          {t("audits.rules.counted", { name: title, count: number(count) })}
        </Small>
      </summary>
      {children}
    </details>
  );
}

const Pairs = ({ of }: { of: [name: string, value: string][] }) => (
  <dl className="audit-facts">
    {of.map(([name, value]) => (
      <div key={`${name} ${value}`}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
