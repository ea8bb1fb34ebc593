import { Avatar, FileButton, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { api, queryClient, unwrap } from "../../api/client";
import { endSession, userQuery, useUser } from "../../api/session";
import { useActionForm } from "../../confirm/action";
import { switchLanguage } from "../../i18n/i18n";
import { noteChoice } from "../../i18n/language";
import { usePageLanguage, useTexts } from "../../i18n/use-texts";
import { type Language, translatePath } from "../../paths";
import { DialogButton } from "../../ui/dialog";
import { Form, FormAlert, FormDialog, PasswordField, useFields, useSubmit } from "../../ui/form";
import { notify } from "../../ui/notify";
import { Notice, Section } from "../../ui/page";
import { Dim, Small, TextButton, Wrong } from "../../ui/texts";
import { securityQuery } from "./security";
import { SettingsFrame } from "./settings-frame";

const KINDS = "image/png,image/jpeg,image/webp";

const LANGUAGES = [
  { value: "en", label: "English" },
  { value: "pl", label: "Polski" },
];

export default function InfoPage() {
  return (
    <SettingsFrame part="info">
      <ProfileSection />
      <AvatarSection />
      <EmailSection />
      <DataSection />
    </SettingsFrame>
  );
}

/** Switches the page's language; otherwise an address of the old one would restore it on the next visit. */
function useShow() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return async (language: Language) => {
    noteChoice();
    await switchLanguage(language);
    await navigate(translatePath(pathname, language), { replace: true, preventScrollReset: true });
  };
}

function ProfileSection() {
  const { t, i18n } = useTexts("settings");
  const user = useUser();
  const shown = usePageLanguage();
  const show = useShow();
  const form = useFields({ name: user.name, language: shown });
  const { name, language } = form.values;

  const save = async () => {
    const changed = await unwrap(api.PATCH("/api/user", { body: { name, language } }));
    queryClient.setQueryData(userQuery.queryKey, changed);
    form.set({ name: changed.name });
    if (language !== shown) await show(language);
    notify.success(i18n.getFixedT(language, "settings")("settings.profile.saved"));
  };
  return (
    <Section title={t("settings.profile.title")}>
      <Form {...form.submits(save)} go={t("settings.profile.save")}>
        <TextInput autoComplete="name" {...form.needs("name", t("settings.profile.name"))} />
        <Select
          data={LANGUAGES}
          allowDeselect={false}
          {...form.field("language", t("settings.profile.language"))}
        />
      </Form>
    </Section>
  );
}

/** The user's picture; without one, initials are shown everywhere. */
function AvatarSection() {
  const { t } = useTexts("settings");
  const user = useUser();
  const { errors, busy, submit } = useFields({});
  const [removing, setRemoving] = useState(false);

  const upload = async (file: File) => {
    const changed = await unwrap(
      api.PUT("/api/user/avatar", {
        // The body is the picture and not JSON.
        body: file as unknown as string,
        bodySerializer: (body) => body as unknown as string,
        headers: { "Content-Type": file.type || "application/octet-stream" },
      }),
    );
    queryClient.setQueryData(userQuery.queryKey, changed);
    notify.success(t("settings.avatar.saved"));
  };
  const remove = async () => {
    setRemoving(true);
    const changed = await unwrap(api.DELETE("/api/user/avatar")).finally(() => setRemoving(false));
    queryClient.setQueryData(userQuery.queryKey, changed);
    notify.success(t("settings.avatar.removed"));
  };
  return (
    <Section title={t("settings.avatar.title")}>
      <Group gap="lg">
        <Avatar src={user.avatar} name={user.name} color="spruce" size={72} radius="50%" alt="" />
        <div>
          <Group gap="xs">
            <FileButton accept={KINDS} onChange={(file) => file && submit(() => upload(file))}>
              {(props) => <TextButton label={t("settings.avatar.choose")} {...props} loading={busy} />}
            </FileButton>
            {user.avatar && (
              <TextButton
                label={t("settings.avatar.remove")}
                variant="subtle"
                loading={removing}
                onClick={remove}
              />
            )}
          </Group>
          <Dim mt={6}>{t("settings.avatar.hint")}</Dim>
          {errors.avatar && (
            <Wrong role="alert" mt={6}>
              {errors.avatar}
            </Wrong>
          )}
        </div>
      </Group>
    </Section>
  );
}

/** The user's address, and its change, which takes effect once the new one is verified. */
function EmailSection() {
  const { t } = useTexts("settings");
  const user = useUser();
  const form = useActionForm({ email: "" });
  const { email } = form.values;

  const save = async () => {
    const changed = await unwrap(api.PUT("/api/user/email", { body: { email } }));
    queryClient.setQueryData(userQuery.queryKey, changed);
    form.reset();
    if (!changed.pending_email) notify.success(t("settings.email.saved"));
  };
  return (
    <Section title={t("settings.email.title")}>
      <Text>
        {t("settings.email.current")}: <strong>{user.email}</strong>
      </Text>
      {user.pending_email && <Pending email={user.pending_email} />}
      <Form {...form.submits(save, undefined, null)} go={t("settings.email.save")} variant="default">
        <TextInput type="email" autoComplete="email" {...form.needs("email", t("settings.email.new"))} />
      </Form>
    </Section>
  );
}

function Pending({ email }: { email: string }) {
  const { t } = useTexts("settings");
  const { message, submit, press } = useSubmit();
  const again = async () => {
    await unwrap(api.POST("/api/email/verification-notification"));
    notify.success(t("settings.email.sent"));
  };
  const keep = async () => {
    await unwrap(api.DELETE("/api/user/email"));
    await queryClient.invalidateQueries(userQuery);
  };
  return (
    <Notice color="yellow">
      <Stack gap="sm">
        <Small>{t("settings.email.pending", { email })}</Small>
        <FormAlert>{message}</FormAlert>
        <Group gap="xs">
          <TextButton label={t("settings.email.again")} size="xs" {...press(again)} />
          <TextButton label={t("settings.email.keep")} size="xs" onClick={() => submit(keep)} />
        </Group>
      </Stack>
    </Notice>
  );
}

function DataSection() {
  const { t } = useTexts("settings");
  return (
    <>
      <Section title={t("settings.data.title")} lead={t("settings.data.text")}>
        <Group>
          <TextButton label={t("settings.data.export")} file="/api/user/export" icon="download" />
        </Group>
      </Section>
      <Section title={t("settings.data.deleteTitle")} lead={t("settings.data.deleteText")}>
        <Group>
          <DialogButton label={t("settings.data.delete")} variant="outline" isDanger>
            {(close) => <DeleteDialog onClose={close} />}
          </DialogButton>
        </Group>
      </Section>
    </>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t, href } = useTexts("settings");
  const navigate = useNavigate();
  // After the account is deleted, requests would fail.
  const [gone, setGone] = useState(false);
  const { data: security } = useQuery({ ...securityQuery, enabled: !gone, throwOnError: false });
  const form = useActionForm({ password: "" });
  const { password } = form.values;

  const remove = async () => {
    await unwrap(api.DELETE("/api/user", { body: security?.has_password ? { password } : {} }));
    setGone(true);
    endSession();
    // The page of the site would not show the notice.
    await navigate(href("login"), { replace: true });
    notify.success(t("settings.data.deleted"));
  };
  return (
    <FormDialog
      title={t("settings.data.sure")}
      onClose={onClose}
      {...form.submits(remove, undefined, null)}
      go={t("settings.data.confirm")}
      cancel={t("settings.data.cancel")}
      color="red.8"
      disabled={!security}
    >
      <Text>{t("settings.data.deleteText")}</Text>
      {security?.has_password && (
        <PasswordField data-autofocus {...form.field("password", t("settings.data.password"))} />
      )}
    </FormDialog>
  );
}
