import { Autocomplete } from "@mantine/core";
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

type NameProps = React.ComponentProps<typeof Autocomplete> & { offered: string[] };

/** A name of a model, with those that the provider offers. */
export function ModelName({ offered, ...input }: NameProps) {
  const { t } = useTexts("models");
  return (
    <Autocomplete
      data-autofocus
      autoComplete="off"
      description={offered.length > 0 ? t("models.model.offered", { count: offered.length }) : undefined}
      data={[...new Set(offered)]}
      limit={50}
      maxLength={200}
      // A list that opens on focus hides the buttons below it.
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
      {...input}
    />
  );
}
