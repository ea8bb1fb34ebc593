import { ActionIcon, Anchor, Icon, Popover, Text } from "@sitewright/ui";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { explain, type HelpTopic, helpHref } from "./topics";
import "./help-mark.css";

type Props = { topic: HelpTopic; name: string };

type Explained = Awaited<ReturnType<typeof explain>> & { language: string };

/**
 * A question mark that explains a field in a sentence or two and leads to the help. The help opens in another tab, so
 * that a form keeps what was typed.
 */
export function HelpMark({ topic, name }: Props) {
  // Texts that every page has: those of the SDK may not be loaded, and the page would wait for them.
  const { t, i18n } = useTranslation("shell");
  const { language } = i18n;
  const [opened, setOpened] = useState(false);
  const [explained, setExplained] = useState<Explained | null>(null);
  const toggle = async () => {
    if (!opened && explained?.language !== language)
      setExplained({ ...(await explain(topic, language)), language });
    setOpened(!opened);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          className="sw-help"
          variant="subtle"
          color="gray"
          aria-label={t("shell.help.about", { name })}
          onClick={toggle}
        >
          <Icon name="help" size={17} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        {explained && (
          <>
            <Text size="sm">{explained.text}</Text>
            <Anchor
              href={helpHref(explained.to, language)}
              target="_blank"
              size="sm"
              underline="always"
              className="sw-help-more"
            >
              {t("shell.help.more")}
            </Anchor>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type HelpedProps = Partial<Props> & {
  /** The content is a card: the mark is inside its border. */
  isCard?: boolean;
  children: ReactNode;
};

/** Content with a question mark at the end of its first line; without a topic, without the mark. */
export function Helped({ topic, name = "", isCard, children }: HelpedProps) {
  if (!topic) return <div>{children}</div>;
  return (
    <div className="sw-helped" data-card={isCard || undefined}>
      {children}
      <HelpMark topic={topic} name={name} />
    </div>
  );
}
