import { FileButton, Group, Image, TextInput } from "@mantine/core";
import { useApi } from "../../api/client";
import { useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { Loading, Section } from "../../ui/page";
import { Dim, TextButton, Wrong } from "../../ui/texts";
import { BRAND, type Brand, removeLogo, saveLogo, saveName } from "./reports";

const KINDS = "image/png,image/jpeg,image/webp";

/** The name and the logo on the reports of the account. */
export function ReportBrand() {
  const { t } = useTexts("audits");
  const { data: brand } = useApi("/api/audit-brand", {});
  return (
    <Section title={t("audits.report.brand")} lead={t("audits.report.brandLead")}>
      {brand ? (
        <>
          <Name brand={brand} />
          <Logo brand={brand} />
        </>
      ) : (
        <Loading h={120} />
      )}
    </Section>
  );
}

function Name({ brand }: { brand: Brand }) {
  const { t } = useTexts("audits");
  const form = useActionForm({ name: brand.name });
  return (
    <Form
      {...form.submits(() => saveName(form.values.name), t("audits.report.brandSaved"), BRAND)}
      go={t("audits.report.saveName")}
    >
      <TextInput maxLength={80} {...form.field("name", t("audits.report.name"))} />
    </Form>
  );
}

function Logo({ brand: { logo } }: { brand: Brand }) {
  const { t } = useTexts("audits");
  const upload = useActionForm({});
  const remove = useAction();
  const save = (file: File | null) =>
    file && upload.act(() => saveLogo(file), t("audits.report.brandSaved"), BRAND);
  return (
    <div>
      <Group gap="lg">
        {logo && <Image src={logo} alt={t("audits.report.logo")} mah={64} maw={220} w="auto" fit="contain" />}
        <Group gap="xs">
          <FileButton accept={KINDS} onChange={save}>
            {(props) => <TextButton label={t("audits.report.chooseLogo")} {...props} loading={upload.busy} />}
          </FileButton>
          {logo && (
            <TextButton
              label={t("audits.report.removeLogo")}
              variant="subtle"
              {...remove.press(removeLogo, t("audits.report.logoRemoved"), BRAND)}
            />
          )}
        </Group>
      </Group>
      <Dim mt={6}>{t("audits.report.logoHint")}</Dim>
      {upload.errors.logo && (
        <Wrong role="alert" mt={6}>
          {upload.errors.logo}
        </Wrong>
      )}
      {upload.dialog}
      {remove.dialog}
    </div>
  );
}
