import { Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { CopyButton } from "../../ui/copy-button";
import { Form, FormAlert } from "../../ui/form";
import { Section } from "../../ui/page";
import { Small, TextButton } from "../../ui/texts";
import { type Security, type Setup, securityQuery } from "./security";

/** A second factor: off, being set up, on, or just enabled with recovery codes to save. */
export function TwoFactorSection({ security }: { security: Security }) {
  const { t } = useTexts("settings");
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Section
      title={t("settings.second.title")}
      lead={t(security.two_factor ? "settings.second.on" : "settings.second.off")}
    >
      {codes ? (
        <Codes codes={codes} onDone={() => setCodes(null)} />
      ) : security.two_factor ? (
        <SwitchedOn left={security.recovery_codes} onCodes={setCodes} />
      ) : setup ? (
        <SetUp
          setup={setup}
          onCodes={(codes) => {
            setCodes(codes);
            setSetup(null);
          }}
          onCancel={() => setSetup(null)}
        />
      ) : (
        <SwitchedOff onSetup={setSetup} />
      )}
    </Section>
  );
}

function SwitchedOff({ onSetup }: { onSetup: (setup: Setup) => void }) {
  const { t } = useTexts("settings");
  const { message, dialog, press } = useAction();
  const begin = async () => onSetup(await unwrap(api.POST("/api/user/two-factor")));
  return (
    <Group>
      <FormAlert>{message}</FormAlert>
      <TextButton label={t("settings.second.begin")} {...press(begin, undefined, null)} />
      {dialog}
    </Group>
  );
}

type SetUpProps = { setup: Setup; onCodes: (codes: string[]) => void; onCancel: () => void };

function SetUp({ setup, onCodes, onCancel }: SetUpProps) {
  const { t } = useTexts("settings");
  const form = useActionForm({ code: "" });
  const confirm = async () => {
    const body = { code: form.values.code };
    const { recovery_codes } = await unwrap(api.POST("/api/user/two-factor/confirm", { body }));
    onCodes(recovery_codes);
  };
  return (
    <Form {...form.submits(confirm, undefined, securityQuery)}>
      <Text>{t("settings.second.scan")}</Text>
      <img
        className="sw-qr"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(setup.qr)}`}
        alt={t("settings.second.picture")}
      />
      <Small>
        {t("settings.second.secret")} <Code style={{ wordBreak: "break-all" }}>{setup.secret}</Code>
      </Small>
      <TextInput
        autoComplete="one-time-code"
        inputMode="numeric"
        maw={240}
        {...form.needs("code", t("settings.second.code"))}
      />
      <Group>
        <TextButton label={t("settings.second.confirm")} isMain type="submit" loading={form.busy} />
        <TextButton label={t("settings.second.cancel")} onClick={onCancel} />
      </Group>
    </Form>
  );
}

function SwitchedOn({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const { t } = useTexts("settings");
  const { dialog, act, press } = useAction();
  const renew = async () =>
    onCodes((await unwrap(api.POST("/api/user/two-factor/recovery-codes"))).recovery_codes);
  const remove = () => unwrap(api.DELETE("/api/user/two-factor"));
  return (
    <Stack gap="md">
      <Small>{t("settings.second.left", { count: left })}</Small>
      <Group>
        <TextButton label={t("settings.second.renew")} {...press(renew, undefined, securityQuery)} />
        <TextButton
          label={t("settings.second.remove")}
          variant="subtle"
          onClick={() => act(remove, t("settings.second.removed"), securityQuery)}
        />
      </Group>
      {dialog}
    </Stack>
  );
}

function Codes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTexts("settings");
  return (
    <Stack gap="md" role="group" aria-label={t("settings.second.codes")}>
      <Text fw={600}>{t("settings.second.codes")}</Text>
      <Small>{t("settings.second.codesText")}</Small>
      <ol className="sw-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group>
        <CopyButton
          value={codes.join("\n")}
          label={t("settings.second.copy")}
          copied={t("settings.second.copied")}
        />
        <Button onClick={onDone}>{t("settings.second.done")}</Button>
      </Group>
    </Stack>
  );
}
