import { Avatar, type Previewed, PreviewFrame, type Schema, textOf, useTool } from "@sitewright/sdk";
import { Markdown } from "@sitewright/ui";
import { useSender } from "./sender";
import { useEmailTexts } from "./texts";

function useBodyFormat(): string | undefined {
  return (useTool().output as Schema).properties?.variants?.items?.properties?.body?.["x-format"];
}

export function Message({ parts, language, input }: Previewed) {
  const t = useEmailTexts();
  const sender = useSender(input);
  const format = useBodyFormat();
  const body = textOf(parts, "body");
  return (
    <div className="message-frame">
      <PreviewFrame title={t("email.opened")}>
        <div className="message">
          <div className="message-subject" lang={language} dir="auto">
            {textOf(parts, "subject")}
          </div>
          <div className="message-head">
            <Avatar name={sender} />
            <div className="message-names">
              <strong>{sender}</strong>
              <span className="message-weak">{t("email.to")}</span>
            </div>
          </div>
          <div className="message-body" lang={language} dir="auto">
            {format === "markdown" ? (
              <Markdown text={body} level={4} />
            ) : (
              <div className="message-plain">{body}</div>
            )}
          </div>
        </div>
      </PreviewFrame>
    </div>
  );
}
