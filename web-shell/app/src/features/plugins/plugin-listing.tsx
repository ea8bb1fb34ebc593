import { Group, Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ActionRow } from "../../admin/action-row";
import { useApi } from "../../api/query";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useAction } from "../../confirm/use-action";
import { FormAlert } from "../../ui/form-alert";
import { Loading } from "../../ui/loading";
import { Section } from "../../ui/section";
import { TextButton } from "../../ui/texts";
import { actions, type Plugin } from "./plugins";

/** Whether the lists of the catalogue show a plugin. What a change would mean is said before it is made. */
export function PluginListing({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("plugins");
  const { number } = useFormats();
  const { data: listing } = useApi("/api/admin/plugins/{id}/listing", { path: { id: plugin.id } });
  const { message, busy, dialog, act } = useAction();
  const [changes, setChanges] = useState(false);
  if (!listing) return <Loading h={120} radius="lg" />;
  const { listed, request, users, guests } = listing;
  const name = listed ? "end" : "begin";
  return (
    <Section title={t("plugins.listing.title")}>
      <Text>{t(listed ? "plugins.listing.listed" : "plugins.listing.unlisted")}</Text>
      <FormAlert>{message}</FormAlert>
      {request && (
        <ActionRow
          title={t("plugins.listing.asked", { publisher: request.publisher })}
          text={request.note ?? t("plugins.listing.noNote")}
        >
          <TextButton
            label={t("plugins.listing.decline")}
            loading={busy}
            onClick={() => act(() => actions.declineListing(plugin.id), t("plugins.listing.declined"))}
          />
        </ActionRow>
      )}
      <Group>
        <TextButton label={t(`plugins.listing.${name}`)} onClick={() => setChanges(true)} />
      </Group>
      {changes && (
        <ConfirmDialog
          title={t(`plugins.listing.${name}Title`, { plugin: plugin.name })}
          text={[
            t(`plugins.listing.${name}Text`),
            listed
              ? t("plugins.listing.keep", { count: users, number: number(users) })
              : t("plugins.listing.guests", { count: guests, number: number(guests) }),
          ].join(" ")}
          go={t(`plugins.listing.${name}`)}
          done={t(`plugins.listing.${name}Done`)}
          act={() => actions.list(plugin.id, !listed)}
          onClose={() => setChanges(false)}
        />
      )}
      {dialog}
    </Section>
  );
}
