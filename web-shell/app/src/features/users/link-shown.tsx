import { useTexts } from "../../i18n/use-texts";
import { ShownOnce } from "../../ui/shown-once";

export type OneTimeLink = { url: string; expires_at: string };

/** A one-time link that signs a user in. */
export function LinkShown({ link, onDone }: { link: OneTimeLink; onDone: () => void }) {
  const { t, dateTime } = useTexts("admin");
  return (
    <ShownOnce
      text={t("admin.link.text", { when: dateTime(link.expires_at) })}
      label={t("admin.link.label")}
      value={link.url}
      copy={t("admin.link.copy")}
      copied={t("admin.link.copied")}
      done={t("admin.link.done")}
      onDone={onDone}
    />
  );
}
