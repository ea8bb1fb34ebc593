import { useState } from "react";
import { ActionRow } from "../../admin/admin";
import type { AdminUser } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form";
import { Panel } from "../../ui/page";
import { TextButton } from "../../ui/texts";
import { LinkShown, type OneTimeLink } from "./link-shown";

/** Ways to sign in: opened for a user who is locked out, closed for a suspended one. */
export function UserAccess({ user }: { user: AdminUser }) {
  const { t } = useTexts("admin");
  const { message, dialog, press } = useAction();
  const [link, setLink] = useState<OneTimeLink | null>(null);
  const params = { path: { id: user.id } };
  const row = (name: string, go: string, action: () => Promise<unknown>, done?: string) => (
    <ActionRow title={t(`admin.access.${name}`)} text={t(`admin.access.${name}Text`)}>
      <TextButton label={t(`admin.access.${go}`)} {...press(action, done && t(`admin.access.${done}`))} />
    </ActionRow>
  );
  const make = async () => setLink(await unwrap(api.POST("/api/admin/users/{id}/link", { params })));
  const reset = () => unwrap(api.POST("/api/admin/users/{id}/password-reset", { params }));
  const verify = () => unwrap(api.PATCH("/api/admin/users/{id}", { params, body: { email_verified: true } }));
  const removeSecond = () => unwrap(api.DELETE("/api/admin/users/{id}/two-factor", { params }));
  const reactivate = () => unwrap(api.DELETE("/api/admin/users/{id}/suspension", { params }));
  return (
    <Panel title={t("admin.access.title")}>
      <FormAlert>{message}</FormAlert>
      <div>
        {row("link", "linkMake", make)}
        {row("reset", "resetSend", reset, "resetSent")}
        {!user.email_verified_at && row("verify", "verifyMark", verify, "verified")}
        {user.two_factor && row("second", "secondRemove", removeSecond, "secondRemoved")}
        {user.suspended_at && row("reactivate", "reactivateGo", reactivate, "reactivated")}
      </div>
      {dialog}
      {link && (
        <Dialog isKept title={t("admin.access.link")} onClose={() => setLink(null)}>
          <LinkShown link={link} onDone={() => setLink(null)} />
        </Dialog>
      )}
    </Panel>
  );
}
