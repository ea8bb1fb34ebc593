import { Autocomplete } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { useTexts } from "../i18n/use-texts";
import { Choice } from "./choice";

/** The usual address of each kind. */
export const ADDRESSES = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com",
  gemini: "https://generativelanguage.googleapis.com",
};
export type Kind = keyof typeof ADDRESSES;
const KINDS = Object.keys(ADDRESSES) as Kind[];

type KindProps = Omit<React.ComponentProps<typeof Choice<Kind>>, "values" | "text" | "onChange"> & {
  onChange: (chosen: { kind: Kind; url: string }) => void;
};

/** The kind of a provider of models; a choice also sets its usual address. */
export function KindChoice({ onChange, ...input }: KindProps) {
  const { t } = useTexts("models");
  return (
    <Choice
      data-autofocus
      values={KINDS}
      text={(kind) => t(`models.connection.kinds.${kind}`)}
      {...input}
      onChange={(next) => {
        const kind = KINDS.find((known) => known === next) ?? "openai";
        onChange({ kind, url: ADDRESSES[kind] });
      }}
    />
  );
}

/**
 * Refuses what is no address at its field: for an empty one the server would take the usual address, and a check that
 * failed because of a typing error must not be skipped.
 */
export function expectAddress(url: string, message: string) {
  if (!/^https?:\/\/[^\s/]+/i.test(url.trim()))
    throw new ApiProblem(422, { errors: { url: [message] } }, null);
}

type NameProps = React.ComponentProps<typeof Autocomplete> & { offered: string[]; embeddings?: string[] };

/** A name of a model, with those that the provider offers. */
export function ModelName({ offered, embeddings = [], ...input }: NameProps) {
  const { t } = useTexts("models");
  const count = offered.length + embeddings.length;
  const groups = [
    { group: t("models.model.forTexts"), items: [...new Set(offered)] },
    { group: t("models.model.forEmbeddings"), items: [...new Set(embeddings)] },
  ];
  return (
    <Autocomplete
      data-autofocus
      autoComplete="off"
      description={count > 0 ? t("models.model.offered", { count }) : undefined}
      data={embeddings.length > 0 ? groups.filter(({ items }) => items.length > 0) : groups[0]?.items}
      limit={50}
      maxLength={200}
      // A list that opens on focus hides the buttons below it.
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
      {...input}
    />
  );
}
