import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAction } from "../../confirm/use-action";
import { FormAlert } from "../../ui/form-alert";
import { Section } from "../../ui/section";
import { Deed } from "./deed";
import { canBeTried, deeds, type Plugin, type Version } from "./plugins";
import { ReleaseVersion } from "./release-version";
import { Sure } from "./sure";
import { TryLink } from "./try-link";

type Asked = "approve" | "release" | "close" | "revoke";

/** What can be done about one version: it begins in a transaction of its own and is seen at once. */
export function VersionDeeds({ version, plugin }: { version: Version; plugin: Plugin }) {
  const { t } = useTranslation("plugins");
  const { message, busy, dialog, act } = useAction();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { digest, state } = version;
  const close = () => setAsked(null);
  const button = (name: Asked) => (
    <Button variant={name === "approve" ? "filled" : "default"} onClick={() => setAsked(name)}>
      {t(`plugins.deeds.${name}Go`)}
    </Button>
  );
  if (state === "revoked") return null;
  return (
    <Section title={t("plugins.deeds.title")}>
      <FormAlert>{message}</FormAlert>
      <div>
        {canBeTried(version) && (
          <Deed title={t("plugins.deeds.try")} text={t("plugins.deeds.tryText")}>
            <TryLink tried={{ package: digest }} />
          </Deed>
        )}
        {state === "waiting" && (
          <Deed title={t("plugins.deeds.approve")} text={t("plugins.deeds.approveText")}>
            {button("approve")}
          </Deed>
        )}
        {state === "ready" && digest !== plugin.digest && (
          <Deed title={t("plugins.deeds.release")} text={t("plugins.deeds.releaseText")}>
            {button("release")}
          </Deed>
        )}
        {state === "ready" && (
          <Deed title={t("plugins.deeds.close")} text={t("plugins.deeds.closeText")}>
            {button("close")}
          </Deed>
        )}
        {state === "quarantined" && (
          <Deed title={t("plugins.deeds.reopen")} text={t("plugins.deeds.reopenText")}>
            <Button
              variant="default"
              loading={busy}
              onClick={() => act(() => deeds.reopen(digest), t("plugins.deeds.reopened"))}
            >
              {t("plugins.deeds.reopenGo")}
            </Button>
          </Deed>
        )}
        <Deed title={t("plugins.deeds.revoke")} text={t("plugins.deeds.revokeText")}>
          {button("revoke")}
        </Deed>
      </div>
      {(asked === "release" || asked === "approve") && (
        <ReleaseVersion version={version} plugin={plugin} approves={asked === "approve"} onClose={close} />
      )}
      {(asked === "close" || asked === "revoke") && (
        <Sure
          title={t(`plugins.deeds.${asked}Sure`, { version: version.version })}
          text={t(`plugins.deeds.${asked}Text`)}
          reason={t("plugins.deeds.reason")}
          go={t(`plugins.deeds.${asked}Go`)}
          done={t(asked === "close" ? "plugins.deeds.closed" : "plugins.deeds.revoked")}
          act={(reason) => deeds[asked](digest, reason)}
          onClose={close}
        />
      )}
      {dialog}
    </Section>
  );
}
