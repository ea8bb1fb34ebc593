import { TextInput } from "@mantine/core";
import { Markdown } from "@sitewright/ui/markdown";
import { useNavigate } from "react-router";
import { api, unwrap, useApi } from "../../api/client";
import { ActionDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Dialog } from "../../ui/dialog";
import { PasswordField } from "../../ui/form";
import { Loading, Notice } from "../../ui/page";
import { Dim } from "../../ui/texts";
import { SHOPS, type System } from "./shops";

type Props = { onClose: () => void };

/** Connects a shop: its system, its address and its credentials, which are checked before they are stored. */
export function ConnectDialog({ onClose }: Props) {
  const { t } = useTexts("shops");
  const { data } = useApi("/api/shop-systems", {}, { throwOnError: false });
  if (data && data.data.length > 0) return <ConnectForm systems={data.data} onClose={onClose} />;
  return (
    <Dialog title={t("shops.connect.title")} isWide onClose={onClose}>
      {data ? <Notice>{t("shops.connect.noSystem")}</Notice> : <Loading h={220} radius="lg" />}
    </Dialog>
  );
}

function ConnectForm({ systems, onClose }: Props & { systems: System[] }) {
  const { t, href } = useTexts("shops");
  const navigate = useNavigate();
  const [first, ...others] = systems;
  const form = useActionForm({
    // Of several systems none is the user's before it is chosen: the fields and the help of another one would mislead.
    system: first && others.length === 0 ? first.id : "",
    host: "",
    login: "",
    secrets: {} as Record<string, string>,
  });
  const { system: id, host, login, secrets } = form.values;
  const system = systems.find((one) => one.id === id);
  const connect = async () => {
    const own = system?.credentials.map(({ name }) => [name, secrets[name] ?? ""]) ?? [];
    const body = { system: id, host, login: system?.login ? login : "", secrets: Object.fromEntries(own) };
    const shop = await unwrap(api.POST("/api/shops", { body }));
    navigate(href("shop", { shop: shop.id }));
  };
  return (
    <ActionDialog
      title={t("shops.connect.title")}
      isWide
      onClose={onClose}
      {...form.does(connect, undefined, SHOPS)}
      go={t("shops.connect.submit")}
      disabled={!system}
      aside={form.busy && <Dim role="status">{t("shops.connect.checking")}</Dim>}
    >
      <Choice
        values={systems.map((one) => one.id)}
        text={(value) => systems.find((one) => one.id === value)?.name ?? value}
        placeholder={t("shops.connect.choose")}
        data-autofocus
        {...form.field("system", t("shops.connect.system"))}
      />
      {system && (
        <>
          <div className="shop-help">
            <Markdown text={system.help} level={3} />
          </div>
          <TextInput
            description={t("shops.connect.hostHint")}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.needs("host", t("shops.connect.host"))}
          />
          {system.login && <TextInput autoComplete="off" {...form.needs("login", system.login)} />}
          {system.credentials.map(({ name, title, help }) => (
            <PasswordField
              key={`${id} ${name}`}
              name={`secrets.${name}`}
              label={title}
              description={help}
              autoComplete="off"
              value={secrets[name] ?? ""}
              error={form.errors[`secrets.${name}`]}
              onChange={({ currentTarget: { value } }) =>
                form.set({ secrets: { ...secrets, [name]: value } })
              }
            />
          ))}
        </>
      )}
    </ActionDialog>
  );
}
