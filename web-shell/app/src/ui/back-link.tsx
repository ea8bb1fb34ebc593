import { Anchor, type AnchorProps, Group } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { Link, type To } from "react-router";

interface Props extends Pick<AnchorProps, "underline"> {
  to: To;
  children: ReactNode;
}

/** The way from one thing back to the list that it is in. */
export function BackLink({ to, underline, children }: Props) {
  return (
    <Anchor component={Link} to={to} size="sm" underline={underline}>
      <Group gap={4} component="span">
        <Icon name="back" size={15} />
        {children}
      </Group>
    </Anchor>
  );
}
