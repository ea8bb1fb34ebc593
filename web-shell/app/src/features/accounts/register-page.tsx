import { Text, TextInput } from "@mantine/core";
import { useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { useRegistrationOpen } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { Form, PasswordField, useFields } from "../../ui/form";
import { Small, TextButton, TextLink } from "../../ui/texts";
import { AuthCard } from "./auth-card";
import { GoogleButton } from "./google-button";
import { withNext } from "./next-path";
import { useEnter } from "./use-enter";

const BLANK = { name: "", email: "", password: "", password_confirmation: "" };

/** The page of the site on which the registration began, and where its visitor came from. */
function originOf(search: URLSearchParams) {
  const before = document.referrer ? new URL(document.referrer) : null;
  const page = before?.origin === window.location.origin ? before.pathname : "";
  return { page, source: search.get("from") ?? "" };
}

export default function RegisterPage() {
  const { t, href } = useTexts("accounts");
  const [search] = useSearchParams();
  const isOpen = useRegistrationOpen();
  return (
    <AuthCard
      title={t("accounts.register.title")}
      {...(isOpen && { lead: t("accounts.register.lead") })}
      footer={
        <>
          {t("accounts.register.known")}{" "}
          <TextLink to={withNext(href("login"), search)}>{t("accounts.register.login")}</TextLink>
        </>
      }
    >
      {isOpen ? <RegisterForm /> : <Text>{t("accounts.google.problem.registration-closed")}</Text>}
    </AuthCard>
  );
}

function RegisterForm() {
  const { t, href } = useTexts("accounts");
  const enter = useEnter("onboarding");
  const [search] = useSearchParams();
  const form = useFields(BLANK);

  const register = async () => {
    const next = search.get("next") ?? "";
    const body = { ...form.values, next, origin: originOf(search) };
    const { user } = await unwrap(api.POST("/register", { body }));
    await enter(user);
  };
  return (
    <Form {...form.submits(register)}>
      <TextInput autoComplete="name" {...form.needs("name", t("accounts.field.name"))} />
      <TextInput autoComplete="email" {...form.needs("email", t("accounts.field.email"))} type="email" />
      <PasswordField
        isNew
        {...form.field("password", t("accounts.field.password"))}
        description={form.errors.password ? null : t("accounts.field.passwordHint")}
      />
      <PasswordField isNew {...form.field("password_confirmation", t("accounts.field.passwordAgain"))} />
      <TextButton
        label={t("accounts.register.submit")}
        isMain
        type="submit"
        size="md"
        loading={form.busy}
        mt="xs"
      />
      <Small>
        {t("accounts.register.accepts")}{" "}
        <TextLink to={href("terms")} target="_blank" inherit>
          {t("accounts.register.terms")}
        </TextLink>
        . {t("accounts.register.data")}{" "}
        <TextLink to={href("privacy")} target="_blank" inherit>
          {t("accounts.register.privacy")}
        </TextLink>
        .
      </Small>
      <GoogleButton origin={originOf(search)} />
    </Form>
  );
}
