import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { apiQuery } from "../../api/query";
import { useAction } from "../../confirm/use-action";
import { FormAlert } from "../../ui/form-alert";
import { Loading } from "../../ui/loading";
import { Command } from "./command";
import { actions } from "./publisher";

/** Asks for the password that protects the key, without showing it or leaving it in the shell's history. */
const PASSWORD = "read -rs SITEWRIGHT_KEY_PASSWORD && export SITEWRIGHT_KEY_PASSWORD";

/** A public key, and the signature of a text that proves that its secret half is one's own. */
export function AddKey({ publisher, onClose }: { publisher: string; onClose: () => void }) {
  const { data } = useQuery({
    ...apiQuery("/api/publisher/challenge", {}),
    // The server accepts a recent challenge only, so each dialog requests its own.
    gcTime: 0,
    staleTime: "static",
  });
  if (!data) return <Loading h={240} />;
  return <Form publisher={publisher} challenge={data.challenge} onClose={onClose} />;
}

type Props = { publisher: string; challenge: string; onClose: () => void };

function Form({ publisher, challenge, onClose }: Props) {
  const { t } = useTranslation("portal");
  const [key, setKey] = useState("");
  const [signature, setSignature] = useState("");
  const { errors, message, busy, dialog, act } = useAction();
  const add = async () => {
    await actions.addKey(key, challenge, signature);
    onClose();
  };
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          act(add, t("portal.keys.addDone"));
        }}
      >
        <Stack gap="md">
          <FormAlert>{message}</FormAlert>
          <Command
            label={t("portal.keys.make")}
            text={`${PASSWORD}\nsitewright plugin keygen ${publisher}`}
          />
          <Textarea
            name="key"
            required
            data-autofocus
            autosize
            minRows={2}
            spellCheck={false}
            label={t("portal.keys.key", { file: `${publisher}.pub` })}
            value={key}
            error={errors.key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <Command
            label={t("portal.keys.prove")}
            text={`sitewright plugin prove --key ${publisher}.key '${challenge}'`}
          />
          <Textarea
            name="signature"
            required
            autosize
            minRows={3}
            spellCheck={false}
            label={t("portal.keys.signature")}
            value={signature}
            error={errors.signature ?? errors.challenge}
            onChange={(event) => setSignature(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("portal.action.cancel")}
            </Button>
            <Button type="submit" loading={busy}>
              {t("portal.keys.addGo")}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </>
  );
}
