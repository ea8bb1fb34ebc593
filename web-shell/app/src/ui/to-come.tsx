import { Card, Title } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { Dim } from "./texts";
import "./to-come.css";

export type Station = {
  icon: IconName;
  name: string;
  text: string;
  /** The station that this page is about. */
  isHere?: boolean;
};

type Props = {
  title: string;
  text: string;
  /** The way of a thing, of which this page is a part. */
  stations: Station[];
  /** The next action. */
  children?: ReactNode;
};

/** A page or a part of it without content: what will be here, how that comes about, and the next action. */
export function ToCome({ title, text, stations, children }: Props) {
  return (
    <Card withBorder padding={0} component="section" aria-label={title} className="to-come">
      <div className="to-come-text">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Dim maw={520}>{text}</Dim>
        {children && <div className="to-come-action">{children}</div>}
      </div>
      <ol className="to-come-way">
        {stations.map(({ icon, name, text, isHere }) => (
          <li key={name} data-here={isHere} aria-current={isHere ? "step" : undefined}>
            <span className="to-come-sign">
              <Icon name={icon} size={20} />
            </span>
            <b>{name}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
