import { Code, Group, Select, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../api/client";
import { ConfirmButton, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Dialog, DialogButton } from "../../ui/dialog";
import { Form } from "../../ui/form";
import { LongText } from "../../ui/long-text";
import { Loading, Section } from "../../ui/page";
import { Dim, Small } from "../../ui/texts";
import { Command } from "./command";
import { countries } from "./countries";
import { actions, type Publisher } from "./publisher";
import { PublisherFrame } from "./publisher-frame";

/** Asks for the password that protects the key, without echoing it or storing it in the shell's history. */
const PASSWORD = "read -rs SITEWRIGHT_KEY_PASSWORD && export SITEWRIGHT_KEY_PASSWORD";

type Props = { publisher: string; challenge: string; onClose: () => void };

type Key = Publisher["keys"][number];

const FIELDS = { legal_name: 200, address: 300, tax_id: 40, account: 50 } as const;

const LABELS = { legal_name: "legalName", address: "address", tax_id: "taxId", account: "account" } as const;

type Field = keyof typeof FIELDS;

/** The profile of the publisher, its signing keys, and its payout details. */
export default function ProfilePage() {
  const { t } = useTexts("portal");
  return (
    <PublisherFrame part="profile">
      {(publisher) => (
        <>
          <KeysSection publisher={publisher} />
          {publisher.role === "owner" ? (
            <>
              <ProfileSection publisher={publisher} />
              <PayoutSection publisher={publisher} />
            </>
          ) : (
            <Text c="dimmed">{t("portal.profile.owners")}</Text>
          )}
        </>
      )}
    </PublisherFrame>
  );
}

function ProfileSection({ publisher }: { publisher: Publisher }) {
  const { t, language } = useTexts("portal");
  const form = useActionForm({
    name: publisher.name,
    contact: publisher.contact,
    website: publisher.website ?? "",
    country: publisher.country,
  });
  const text = (name: "name" | "contact" | "website") => form.field(name, t(`portal.register.${name}`));
  return (
    <Section title={t("portal.profile.title")} lead={t("portal.profile.lead")}>
      <Form
        {...form.submits(() => actions.edit(form.values), t("portal.profile.done"))}
        go={t("portal.action.save")}
        justify="flex-end"
      >
        <TextInput {...text("name")} required maxLength={120} />
        <TextInput {...text("contact")} required type="email" maxLength={254} />
        <TextInput {...text("website")} type="url" maxLength={500} placeholder="https://" />
        <Select
          searchable
          allowDeselect={false}
          nothingFoundMessage={t("portal.register.noCountry")}
          data={countries(language)}
          {...form.field("country", t("portal.register.country"))}
        />
      </Form>
    </Section>
  );
}

/** The recipient and the method of payouts. The account number is never shown again, so every change requires it. */
function PayoutSection({ publisher }: { publisher: Publisher }) {
  const { t } = useTexts("portal");
  const known = publisher.payout;
  const form = useActionForm({
    legal_name: known?.legal_name ?? "",
    address: known?.address ?? "",
    tax_id: known?.tax_id ?? "",
    account: "",
  });
  const save = async () => {
    await actions.pay(form.values);
    form.set({ account: "" });
  };
  return (
    <Section title={t("portal.payout.title")} lead={t("portal.payout.lead")}>
      <Form {...form.submits(save, t("portal.payout.done"))} go={t("portal.action.save")} justify="flex-end">
        {known && <Small>{t("portal.payout.known", { end: known.account_end })}</Small>}
        {(Object.entries(LABELS) as [Field, string][]).map(([field, label]) => (
          <TextInput
            key={field}
            autoComplete="off"
            maxLength={FIELDS[field]}
            {...form.needs(field, t(`portal.payout.${label}`))}
          />
        ))}
      </Form>
    </Section>
  );
}

/** The keys that sign packages. */
function KeysSection({ publisher }: { publisher: Publisher }) {
  const { t } = useTexts("portal");
  return (
    <Section title={t("portal.keys.title")} lead={t("portal.keys.lead")}>
      {publisher.keys.length === 0 ? (
        <Text c="dimmed">{t("portal.keys.none")}</Text>
      ) : (
        <ul className="partner-rows" aria-label={t("portal.keys.title")}>
          {publisher.keys.map((key) => (
            <KeyRow key={key.id} value={key} />
          ))}
        </ul>
      )}
      <Group>
        <DialogButton label={t("portal.keys.add")} isMain icon="add">
          {(close) => (
            <Dialog title={t("portal.keys.add")} onClose={close}>
              <AddKey publisher={publisher.id} onClose={close} />
            </Dialog>
          )}
        </DialogButton>
      </Group>
    </Section>
  );
}

function KeyRow({ value: { id, created_at, revoked_at } }: { value: Key }) {
  const { t, dateTime } = useTexts("portal");
  return (
    <li>
      <div>
        <Code>{id}</Code>
        <Dim>
          {revoked_at
            ? t("portal.keys.retired", { when: dateTime(revoked_at) })
            : t("portal.keys.since", { when: dateTime(created_at) })}
        </Dim>
      </div>
      {!revoked_at && (
        <ConfirmButton
          label={t("portal.keys.retire")}
          size="compact-md"
          name={t("portal.keys.retireOne", { id })}
          text={t("portal.keys.retireText")}
          done={t("portal.keys.retireDone")}
          act={() => actions.retireKey(id)}
        />
      )}
    </li>
  );
}

/** A public key, and a signed challenge that proves possession of the secret key. */
function AddKey({ publisher, onClose }: { publisher: string; onClose: () => void }) {
  const { data } = useQuery({
    ...apiQuery("/api/publisher/challenge", {}),
    // The server accepts a recent challenge only, so each dialog requests its own.
    gcTime: 0,
    staleTime: "static",
  });
  if (!data) return <Loading h={240} />;
  return <Content publisher={publisher} challenge={data.challenge} onClose={onClose} />;
}

function Content({ publisher, challenge, onClose }: Props) {
  const { t } = useTexts("portal");
  const form = useActionForm({ key: "", signature: "" });
  const { key, signature } = form.values;
  const add = async () => {
    await actions.addKey(key, challenge, signature);
    onClose();
  };
  return (
    <Form {...form.submits(add, t("portal.keys.addDone"))} go={t("portal.keys.addGo")} onCancel={onClose}>
      <Command label={t("portal.keys.make")} text={`${PASSWORD}\nsitewright plugin keygen ${publisher}`} />
      <LongText
        data-autofocus
        spellCheck={false}
        {...form.needs("key", t("portal.keys.key", { file: `${publisher}.pub` }))}
      />
      <Command
        label={t("portal.keys.prove")}
        text={`sitewright plugin prove --key ${publisher}.key '${challenge}'`}
      />
      <LongText
        minRows={3}
        spellCheck={false}
        {...form.needs("signature", t("portal.keys.signature"))}
        error={form.errors.signature ?? form.errors.challenge}
      />
    </Form>
  );
}
