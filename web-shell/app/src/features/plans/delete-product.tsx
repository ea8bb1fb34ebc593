import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import type { Product } from "../../api/plans";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
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
      <Button
        variant="subtle"
        color="red"
        size="sm"
        onClick={() => setAsks(true)}
        aria-label={t("products.delete.name", { plan: name })}
      >
        {t("products.delete.open")}
      </Button>
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
