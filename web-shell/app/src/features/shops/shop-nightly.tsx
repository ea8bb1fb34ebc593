import { api, unwrap, useApi, withId } from "../../api/client";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Section } from "../../ui/page";
import { SHOPS, type Shop, useNames, type Writer } from "./shops";

type Nightly = NonNullable<Shop["nightly"]>;

const NOTHING = "none";

/** The field whose absence makes an item new: the main description, or else the first that the tool writes. */
const fieldFor = ({ fields }: Writer) => (fields.includes("html") ? "html" : (fields[0] ?? ""));
const keyOf = ({ tool, recipe, kind }: Pick<Nightly, "tool" | "recipe" | "kind">) =>
  [tool, recipe ?? 0, kind].join(" ");

/** What is written every night for items without a text. */
export function ShopNightly({ shop }: { shop: Shop }) {
  const { t } = useTexts("shops");
  const { kindName, fieldName } = useNames(shop);
  const { data } = useApi("/api/shops/{id}/writers", { path: { id: shop.id } }, { throwOnError: false });
  const { act, busy, dialog } = useAction();
  const writers = (data?.data ?? []).filter(({ translates }) => !translates);
  const find = (key: string) => writers.find((writer) => keyOf(writer) === key);
  const text = (key: string) => {
    const writer = find(key);
    if (!writer) return t("shops.nightly.none");
    const { kind, name } = writer;
    return t("shops.nightly.option", {
      name,
      kind: kindName(kind),
      field: fieldName(kind, fieldFor(writer)),
    });
  };
  const save = async (key: string) => {
    const writer = find(key);
    const nightly = writer
      ? { tool: writer.tool, recipe: writer.recipe, kind: writer.kind, field: fieldFor(writer) }
      : null;
    await unwrap(api.PATCH("/api/shops/{id}", { ...withId(shop.id), body: { nightly } }));
  };
  return (
    <Section title={t("shops.nightly.title")} lead={t("shops.nightly.lead")}>
      <Choice
        label={t("shops.nightly.what")}
        values={[NOTHING, ...writers.map(keyOf)]}
        text={text}
        value={shop.nightly ? keyOf(shop.nightly) : NOTHING}
        disabled={busy || !data}
        maw={480}
        onChange={(key) => key && act(() => save(key), t("shops.nightly.saved"), SHOPS)}
      />
      {dialog}
    </Section>
  );
}
