import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import type { Product } from "../../api/plans";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/notify";
import { useFormProblem } from "../../ui/use-form-problem";
import { useStalePlans } from "./products";

/** Asks before a plan goes that nobody has. */
export function DeleteProduct({ product, name }: { product: Product; name: string }) {
  const { t } = useTranslation("products");
  const [asks, setAsks] = useState(false);
  const stale = useStalePlans();
  const { busy, submit } = useFormProblem();
  const remove = () =>
    submit(async () => {
      setAsks(false);
      const path = { id: product.id };
      await unwrap(api.DELETE("/api/admin/products/{id}", { params: { path } }));
      notify.success(t("products.delete.done", { plan: name }));
      await stale();
    });
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        loading={busy}
        onClick={() => setAsks(true)}
        aria-label={t("products.delete.name", { plan: name })}
      >
        {t("products.delete.open")}
      </Button>
      {asks && (
        <Dialog title={t("products.delete.title", { plan: name })} onClose={() => setAsks(false)}>
          <Text>{t("products.delete.text")}</Text>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={() => setAsks(false)} data-autofocus>
              {t("products.delete.keep")}
            </Button>
            <Button color="red.8" onClick={remove}>
              {t("products.delete.confirm")}
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  );
}
