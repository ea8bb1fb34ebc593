import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import type { Product } from "../../api/plans";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { TextButton } from "../../ui/texts";
import { useStalePlans } from "./products";

/** Asks before a plan without users is deleted. */
export function DeleteProduct({ product, name }: { product: Product; name: string }) {
  const { t } = useTranslation("products");
  const [asks, setAsks] = useState(false);
  const stale = useStalePlans();
  const remove = async () => {
    await unwrap(api.DELETE("/api/admin/products/{id}", { params: { path: { id: product.id } } }));
    await stale();
  };
  return (
    <>
      <TextButton
        label={t("products.delete.open")}
        variant="subtle"
        color="red"
        onClick={() => setAsks(true)}
        name={t("products.delete.name", { plan: name })}
      />
      {asks && (
        <ConfirmDialog
          title={t("products.delete.title", { plan: name })}
          text={t("products.delete.text")}
          go={t("products.delete.confirm")}
          cancel={t("products.delete.keep")}
          done={t("products.delete.done", { plan: name })}
          changed={null}
          act={remove}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
