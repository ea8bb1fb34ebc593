import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Form, PasswordField, useFields } from "../../ui/form";
import { notify } from "../../ui/notify";
import { TextButton, TextLink } from "../../ui/texts";
import { AuthCard } from "./auth-card";

const BLANK = { current_password: "", password: "", password_confirmation: "" };

/** The address in mails and older links; the settings contain the same form. */
export default function ChangePasswordPage() {
  const { t, href } = useTexts("accounts");
  const navigate = useNavigate();
  const form = useFields(BLANK);

  const save = async () => {
    await unwrap(api.PUT("/api/user/password", { body: form.values }));
    notify.success(t("accounts.change.done"));
    navigate(href("settingsSecurity"));
  };
  return (
    <AuthCard
      title={t("accounts.change.title")}
      lead={t("accounts.change.lead")}
      footer={<TextLink to={href("settingsSecurity")}>{t("accounts.change.back")}</TextLink>}
    >
      <Form {...form.submits(save)}>
        <PasswordField {...form.field("current_password", t("accounts.change.current"))} />
        <PasswordField
          isNew
          {...form.field("password", t("accounts.field.newPassword"))}
          description={form.errors.password ? null : t("accounts.field.passwordHint")}
        />
        <PasswordField isNew {...form.field("password_confirmation", t("accounts.field.newPasswordAgain"))} />
        <TextButton label={t("accounts.change.save")} isMain type="submit" size="md" loading={form.busy} />
      </Form>
    </AuthCard>
  );
}
