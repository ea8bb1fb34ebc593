import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ActionRow } from "../../admin/action-row";
import type { AdminUser } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useAction } from "../../confirm/use-action";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { Section } from "../../ui/section";
import { TextButton } from "../../ui/texts";
import { LinkShown, type OneTimeLink } from "./link-shown";

/** Ways in: opened for a user who is locked out, closed for one who is to stay out. */
export function UserAccess({ user }: { user: AdminUser }) {
  const { t } = useTranslation("admin");
  const { message, busy, dialog, act } = useAction();
  const [link, setLink] = useState<OneTimeLink | null>(null);
  const [suspending, setSuspending] = useState(false);
  const params = { path: { id: user.id } };
  const button = (label: string, action: () => Promise<unknown>, done?: string) => (
    <TextButton label={label} loading={busy} onClick={() => act(action, done)} />
  );
  return (
    <Section title={t("admin.access.title")}>
      <FormAlert>{message}</FormAlert>
      <div>
        <ActionRow title={t("admin.access.link")} text={t("admin.access.linkText")}>
          {button(t("admin.access.linkMake"), async () =>
            setLink(await unwrap(api.POST("/api/admin/users/{id}/link", { params }))),
          )}
        </ActionRow>
        <ActionRow title={t("admin.access.reset")} text={t("admin.access.resetText")}>
          {button(
            t("admin.access.resetSend"),
            () => unwrap(api.POST("/api/admin/users/{id}/password-reset", { params })),
            t("admin.access.resetSent"),
          )}
        </ActionRow>
        {!user.email_verified_at && (
          <ActionRow title={t("admin.access.verify")} text={t("admin.access.verifyText")}>
            {button(
              t("admin.access.verifyMark"),
              () => unwrap(api.PATCH("/api/admin/users/{id}", { params, body: { email_verified: true } })),
              t("admin.access.verified"),
            )}
          </ActionRow>
        )}
        {user.two_factor && (
          <ActionRow title={t("admin.access.second")} text={t("admin.access.secondText")}>
            {button(
              t("admin.access.secondRemove"),
              () => unwrap(api.DELETE("/api/admin/users/{id}/two-factor", { params })),
              t("admin.access.secondRemoved"),
            )}
          </ActionRow>
        )}
        <ActionRow
          title={t(user.suspended_at ? "admin.access.reactivate" : "admin.access.suspend")}
          text={t(user.suspended_at ? "admin.access.reactivateText" : "admin.access.suspendText")}
        >
          {user.suspended_at ? (
            button(
              t("admin.access.reactivateGo"),
              () => unwrap(api.DELETE("/api/admin/users/{id}/suspension", { params })),
              t("admin.access.reactivated"),
            )
          ) : (
            <TextButton label={t("admin.access.suspendAsk")} onClick={() => setSuspending(true)} />
          )}
        </ActionRow>
      </div>
      {dialog}
      {suspending && (
        <ConfirmDialog
          title={t("admin.access.suspendSure", { name: user.name })}
          text={t("admin.access.suspendText")}
          go={t("admin.access.suspendGo")}
          cancel={t("admin.access.suspendCancel")}
          done={t("admin.access.suspended")}
          act={() => unwrap(api.PUT("/api/admin/users/{id}/suspension", { params }))}
          onClose={() => setSuspending(false)}
        />
      )}
      {link && (
        <Dialog isKept title={t("admin.access.link")} onClose={() => setLink(null)}>
          <LinkShown link={link} onDone={() => setLink(null)} />
        </Dialog>
      )}
    </Section>
  );
}
