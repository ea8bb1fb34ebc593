import { Button, Code, CopyButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { useConfirmed } from "../../confirm/use-confirmed";
import { FormAlert } from "../../ui/form-alert";
import { notify } from "../../ui/notify";
import { Section } from "../../ui/section";
import { useFormProblem } from "../../ui/use-form-problem";
import { type Security, type Setup, securityQuery } from "./security";

/** A second factor: off, being set up, on, or just switched on with codes to keep. */
export function TwoFactorSection({ security }: { security: Security }) {
  const { t } = useTranslation("settings");
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
  const { t } = useTranslation("settings");
  const { message, busy, submit } = useFormProblem();
  const { run, dialog } = useConfirmed();
  const begin = async () => onSetup(await unwrap(api.POST("/api/user/two-factor")));
  return (
    <Group>
      <FormAlert>{message}</FormAlert>
      <Button variant="default" loading={busy} onClick={() => submit(() => run(begin))}>
        {t("settings.second.begin")}
      </Button>
      {dialog}
    </Group>
  );
}

type SetUpProps = { setup: Setup; onCodes: (codes: string[]) => void; onCancel: () => void };

function SetUp({ setup, onCodes, onCancel }: SetUpProps) {
  const { t } = useTranslation("settings");
  const queries = useQueryClient();
  const [code, setCode] = useState("");
  const { errors, message, busy, submit } = useFormProblem();
  const confirm = async () => {
    const { recovery_codes } = await unwrap(api.POST("/api/user/two-factor/confirm", { body: { code } }));
    onCodes(recovery_codes);
    await queries.invalidateQueries(securityQuery);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(confirm);
      }}
    >
      <Stack gap="md">
        <Text>{t("settings.second.scan")}</Text>
        <img
          className="sw-qr"
          src={`data:image/svg+xml;utf8,${encodeURIComponent(setup.qr)}`}
          alt={t("settings.second.picture")}
        />
        <Text size="sm">
          {t("settings.second.secret")} <Code style={{ wordBreak: "break-all" }}>{setup.secret}</Code>
        </Text>
        <FormAlert>{message}</FormAlert>
        <TextInput
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          label={t("settings.second.code")}
          required
          maw={240}
          value={code}
          error={errors.code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={busy}>
            {t("settings.second.confirm")}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t("settings.second.cancel")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SwitchedOn({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation("settings");
  const queries = useQueryClient();
  const { busy, submit } = useFormProblem();
  const { run, dialog } = useConfirmed();
  const renew = async () => {
    const { recovery_codes } = await unwrap(api.POST("/api/user/two-factor/recovery-codes"));
    onCodes(recovery_codes);
    await queries.invalidateQueries(securityQuery);
  };
  const remove = async () => {
    await unwrap(api.DELETE("/api/user/two-factor"));
    notify.success(t("settings.second.removed"));
    await queries.invalidateQueries(securityQuery);
  };
  return (
    <Stack gap="md">
      <Text size="sm">{t("settings.second.left", { count: left })}</Text>
      <Group>
        <Button variant="default" loading={busy} onClick={() => submit(() => run(renew))}>
          {t("settings.second.renew")}
        </Button>
        <Button variant="subtle" onClick={() => submit(() => run(remove))}>
          {t("settings.second.remove")}
        </Button>
      </Group>
      {dialog}
    </Stack>
  );
}

function Codes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation("settings");
  return (
    <Stack gap="md" role="group" aria-label={t("settings.second.codes")}>
      <Text fw={600}>{t("settings.second.codes")}</Text>
      <Text size="sm">{t("settings.second.codesText")}</Text>
      <ol className="sw-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group>
        <CopyButton value={codes.join("\n")}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? "settings.second.copied" : "settings.second.copy")}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t("settings.second.done")}</Button>
      </Group>
    </Stack>
  );
}
