import { Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { apiQuery } from "../../api/query";
import { useActionForm } from "../../confirm/use-action";
import { Form } from "../../ui/form";
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
  return <Content publisher={publisher} challenge={data.challenge} onClose={onClose} />;
}

type Props = { publisher: string; challenge: string; onClose: () => void };

function Content({ publisher, challenge, onClose }: Props) {
  const { t } = useTranslation("portal");
  const form = useActionForm({ key: "", signature: "" });
  const { key, signature } = form.values;
  const add = async () => {
    await actions.addKey(key, challenge, signature);
    onClose();
  };
  return (
    <Form
      of={form}
      onSubmit={() => form.act(add, t("portal.keys.addDone"))}
      go={t("portal.keys.addGo")}
      onCancel={onClose}
    >
      <Command label={t("portal.keys.make")} text={`${PASSWORD}\nsitewright plugin keygen ${publisher}`} />
      <Textarea
        required
        data-autofocus
        autosize
        minRows={2}
        spellCheck={false}
        label={t("portal.keys.key", { file: `${publisher}.pub` })}
        {...form.field("key")}
      />
      <Command
        label={t("portal.keys.prove")}
        text={`sitewright plugin prove --key ${publisher}.key '${challenge}'`}
      />
      <Textarea
        required
        autosize
        minRows={3}
        spellCheck={false}
        label={t("portal.keys.signature")}
        {...form.field("signature")}
        error={form.errors.signature ?? form.errors.challenge}
      />
    </Form>
  );
}
