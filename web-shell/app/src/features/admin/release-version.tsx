import { Button, Group, NumberInput, Radio, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePageLanguage } from "../../i18n/use-page-language";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { useDeed } from "./people";
import { type Audience, deeds, type Plugin, STAGES, type Stage, type Version } from "./plugins";
import { nameOf, useAllProducts } from "./products";

type Props = {
  version: Version;
  plugin: Plugin;
  /** Whether what it may do is approved with it. */
  approves: boolean;
  onClose: () => void;
};

const SOME = 10;

/** Whom a version serves from now on: oneself, a plan, a part of all accounts, everybody. */
export function ReleaseVersion(props: Props) {
  const { t } = useTranslation("plugins");
  const title = props.approves ? "plugins.release.approveTitle" : "plugins.release.title";
  return (
    <Dialog title={t(title, { version: props.version.version })} onClose={props.onClose}>
      <Form {...props} />
    </Dialog>
  );
}

function Form({ version, plugin, approves, onClose }: Props) {
  const { t } = useTranslation("plugins");
  const language = usePageLanguage();
  const [stage, setStage] = useState<Stage>("me");
  const [product, setProduct] = useState<string | null>(null);
  const [percent, setPercent] = useState<number | string>(SOME);
  const { data: products } = useAllProducts();
  const { errors, message, busy, dialog, act } = useDeed();
  const release = async () => {
    const audience = audienceOf(stage, product, percent);
    await (approves ? deeds.approve(version, audience) : deeds.release(plugin.id, version.digest, audience));
    onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act(release, t(approves ? "plugins.release.approved" : "plugins.release.done"));
      }}
    >
      <Stack gap="md">
        {approves && <Text size="sm">{t("plugins.release.approveText")}</Text>}
        <FormAlert>{message}</FormAlert>
        <Radio.Group
          label={t("plugins.release.whom")}
          value={stage}
          onChange={(value) => setStage(value as Stage)}
        >
          <Stack gap="xs" mt="xs">
            {STAGES.map((value) => (
              <Radio key={value} value={value} label={t(`plugins.release.stages.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {stage === "plan" && (
          <Select
            data-field="product_id"
            label={t("plugins.release.plan")}
            placeholder={t("plugins.release.choosePlan")}
            data={(products?.data ?? []).map((one) => ({
              value: String(one.id),
              label: nameOf(one, language),
            }))}
            value={product}
            error={errors.product_id}
            onChange={setProduct}
          />
        )}
        {stage === "percent" && (
          <NumberInput
            name="percent"
            label={t("plugins.release.percent")}
            suffix=" %"
            min={1}
            max={99}
            clampBehavior="none"
            allowDecimal={false}
            value={percent}
            error={errors.percent}
            onChange={setPercent}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("plugins.action.cancel")}
          </Button>
          <Button type="submit" loading={busy}>
            {t(approves ? "plugins.deeds.approveGo" : "plugins.deeds.releaseGo")}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  );
}

/** What is left empty the server asks for. */
function audienceOf(stage: Stage, product: string | null, percent: number | string): Audience {
  if (stage === "plan") return { stage, ...(product === null ? {} : { product_id: Number(product) }) };
  if (stage === "percent") return { stage, ...(percent === "" ? {} : { percent: Number(percent) }) };
  return { stage };
}
