import { Avatar, type Previewed, PreviewFrame, textOf } from "@sitewright/sdk";
import { SegmentedControl, useMediaQuery } from "@sitewright/ui";
import { useState } from "react";
import { previewText } from "./preview-text";
import { useSender } from "./sender";
import { useEmailTexts } from "./texts";

type Device = "desktop" | "mobile";

/** The message among others: one line in a wide window, three on a phone, cut where it ends. */
export function InboxRow({ parts, language, input }: Previewed) {
  const t = useEmailTexts();
  const sender = useSender(input);
  const isNarrow = useMediaQuery("(max-width: 44em)") ?? false;
  const [chosen, setChosen] = useState<Device | null>(null);
  const device = chosen ?? (isNarrow ? "mobile" : "desktop");
  const preview = previewText(textOf(parts, "preheader"), textOf(parts, "body"));
  const devices = (
    <SegmentedControl
      size="xs"
      aria-label={t("email.device")}
      value={device}
      onChange={(value) => setChosen(value as Device)}
      data={(["desktop", "mobile"] as const).map((value) => ({ value, label: t(`email.${value}`) }))}
    />
  );
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
