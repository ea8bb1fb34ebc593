import { Checkbox, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { api, unwrap, useApi, withId } from "../../api/client";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Dialog } from "../../ui/dialog";
import { Form } from "../../ui/form";
import { Loading, Notice } from "../../ui/page";
import { RadioChoice } from "../../ui/radio-choice";
import { Dim, Strong } from "../../ui/texts";
import type { Finding } from "./findings";
import { type Order, SHOPS, type Shop, useNames, type Writer } from "./shops";

/** The items to write for: by id, or all of a filter. */
export type Selection = {
  count: number;
  ids: string[] | null;
  filter: { finding?: Finding; field?: string; search?: string; visible?: boolean };
};

/** Shows the price of an order's bulk job, and starts or deletes it. */
export type StartOf = (order: Order, on: { onStarted: () => void; onCancelled: () => void }) => ReactNode;
/** Deletes a bulk job that was not started. */
export type Forget = (job: string) => void;

type Props = {
  shop: Shop;
  kind: string;
  language: string;
  selection: Selection;
  /** The field that the filter misses. */
  wanted: string | null;
  start: StartOf;
  forget: Forget;
  onStarted: () => void;
  onClose: () => void;
};

/** From a selection to a bulk job: what is written, then its price, then its start. */
export function WriteDialog({ start, forget, onStarted, onClose, ...of }: Props) {
  const { t, number } = useTexts("shops");
  const { shop, kind, selection } = of;
  const [order, setOrder] = useState<Order | null>(null);
  const { data } = useApi("/api/shops/{id}/writers", { path: { id: shop.id } }, { throwOnError: false });
  const writers = data?.data.filter((writer) => writer.kind === kind);
  const close = () => {
    if (order) forget(order.bulk_id);
    onClose();
  };
  return (
    <Dialog
      title={t("shops.write.title", { count: selection.count, number: number(selection.count) })}
      isWide
      onClose={close}
    >
      {!writers && <Loading h={240} radius="lg" />}
      {writers?.length === 0 && <Notice>{t("shops.write.none")}</Notice>}
      {writers && writers.length > 0 && !order && (
        <OrderForm {...of} writers={writers} onOrder={setOrder} onClose={onClose} />
      )}
      {order && (
        <Stack gap="md">
          <Ordered shop={shop} order={order} count={selection.count} />
          {start(order, {
            onStarted: () => {
              onStarted();
              onClose();
            },
            onCancelled: onClose,
          })}
        </Stack>
      )}
    </Dialog>
  );
}

/** What was ordered, and what is left out. */
function Ordered({ shop, order, count }: { shop: Shop; order: Order; count: number }) {
  const { t, number } = useTexts("shops");
  const { fieldName, languageName } = useNames(shop);
  const fields = order.fields.map((field) => fieldName(order.kind, field)).join(", ");
  const left = count - order.items;
  return (
    <div>
      <Strong>{[order.tool_name, languageName(order.language)].join(" · ")}</Strong>
      <Dim>{fields}</Dim>
      {left > 0 && <Dim>{t("shops.write.left", { count: left, number: number(left) })}</Dim>}
    </div>
  );
}

type OrderFormProps = Omit<Props, "start" | "forget" | "onStarted"> & {
  writers: Writer[];
  onOrder: (order: Order) => void;
};

const keyOf = ({ tool, recipe }: Writer) => `${tool} ${recipe}`;

function OrderForm({ shop, kind, language, selection, wanted, writers, onOrder, onClose }: OrderFormProps) {
  const { t, number } = useTexts("shops");
  const { fieldName, languageName } = useNames(shop);
  const fits = writers.filter(({ fields }) => !wanted || fields.includes(wanted));
  const first = fits.find(({ translates }) => !translates) ?? fits[0] ?? writers[0];
  const form = useActionForm({
    tool: first ? keyOf(first) : "",
    fields: fieldsFor(first, wanted),
    language,
  });
  const { values } = form;
  const writer = writers.find((one) => keyOf(one) === values.tool) ?? writers[0];
  if (!writer) return null;
  const main = shop.languages[0] ?? "";
  const languages = shop.languages.filter((tag) => !writer.translates || tag !== main);
  const target = languages.includes(values.language) ? values.language : (languages[0] ?? "");
  const place = async () => {
    const { ids, filter } = selection;
    const { tool, recipe } = writer;
    const items = ids ? { items: ids } : { filter: { ...filter, kind, language } };
    const body = { tool, recipe, kind, fields: values.fields, language: target, ...items };
    onOrder(await unwrap(api.POST("/api/shops/{id}/orders", { ...withId(shop.id), body })));
  };
  return (
    <Form {...form.submits(place, undefined, SHOPS)} go={t("shops.write.price")} onCancel={onClose}>
      {wanted && fits.length === 0 && (
        <Notice>{t("shops.write.noneFor", { field: fieldName(kind, wanted) })}</Notice>
      )}
      <RadioChoice
        label={t("shops.write.tool")}
        values={writers.map(keyOf)}
        text={(value) => writers.find((one) => keyOf(one) === value)?.name ?? value}
        help={(value) => {
          const { summary = "", words = 0 } = writers.find((one) => keyOf(one) === value) ?? {};
          return [summary, words > 0 && t("shops.write.usually", { count: words, words: number(words) })]
            .filter(Boolean)
            .join(" ");
        }}
        name="tool"
        value={keyOf(writer)}
        error={form.errors.tool}
        onChange={(tool) =>
          form.set({
            tool,
            fields: fieldsFor(
              writers.find((one) => keyOf(one) === tool),
              wanted,
            ),
          })
        }
      />
      <Checkbox.Group
        label={t("shops.write.fields")}
        value={values.fields}
        error={form.errors.fields}
        onChange={(fields) => form.set({ fields })}
      >
        <Stack gap="xs" mt="xs">
          {writer.fields.map((field) => (
            <Checkbox key={field} name="fields" value={field} label={fieldName(kind, field)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {languages.length > 1 && (
        <Choice
          values={languages}
          text={languageName}
          {...form.field("language", t("shops.write.language"))}
          value={target}
        />
      )}
      {form.errors.items && <Dim c="var(--mantine-color-error)">{form.errors.items}</Dim>}
      <Dim>{t("shops.write.nothingYet")}</Dim>
    </Form>
  );
}

/** The field that is missed, if the tool writes it; all of its fields otherwise. */
function fieldsFor(writer: Writer | undefined, wanted: string | null): string[] {
  if (!writer) return [];
  return wanted && writer.fields.includes(wanted) ? [wanted] : writer.fields;
}
