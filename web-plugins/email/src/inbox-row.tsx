import { Avatar, type Previewed, PreviewFrame, textOf, useDevice } from "@sitewright/sdk";
import { previewText } from "./preview-text";
import { useSender } from "./sender";
import { useEmailTexts } from "./texts";

/** The message in the inbox: one line in a wide window, three on a phone, truncated. */
export function InboxRow({ parts, language, input }: Previewed) {
  const t = useEmailTexts();
  const sender = useSender(input);
  const { device, devices } = useDevice({
    label: t("email.device"),
    desktop: t("email.desktop"),
    mobile: t("email.mobile"),
  });
  const preview = previewText(textOf(parts, "preheader"), textOf(parts, "body"));
  return (
    <PreviewFrame title={t("email.inbox")} controls={devices}>
      <div className="inbox-row" data-device={device}>
        {device === "mobile" && <Avatar name={sender} />}
        <div className="inbox-lines">
          <div className="inbox-sender">{sender}</div>
          <div className="inbox-words" lang={language} dir="auto">
            <strong className="inbox-subject">{textOf(parts, "subject")}</strong>
            <span className="inbox-preview">{preview}</span>
          </div>
        </div>
        <span className="inbox-time">{t("email.time")}</span>
      </div>
    </PreviewFrame>
  );
}
