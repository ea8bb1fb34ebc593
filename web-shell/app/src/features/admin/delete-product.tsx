import { Button, Group, Modal, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import type { Product } from "../../api/plans";
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
      <Modal.Root opened={asks} onClose={() => setAsks(false)} centered>
        <Modal.Overlay />
        <Modal.Content radius="lg">
          <Modal.Body p="lg">
            <Group justify="space-between" wrap="nowrap" mb="sm">
              <Modal.Title>{t("products.delete.title", { plan: name })}</Modal.Title>
              <Modal.CloseButton aria-label={t("products.delete.cancel")} />
            </Group>
            <Text>{t("products.delete.text")}</Text>
            <Group justify="flex-end" mt="lg">
              <Button variant="default" onClick={() => setAsks(false)}>
                {t("products.delete.keep")}
              </Button>
              <Button color="red" onClick={remove}>
                {t("products.delete.confirm")}
              </Button>
            </Group>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  );
}
