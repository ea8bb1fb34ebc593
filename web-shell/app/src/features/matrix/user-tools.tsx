import { Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminUser } from "../../admin/users";
import { useList } from "../../api/use-list";
import { useAction } from "../../confirm/use-action";
import { Rows } from "../../ui/rows";
import { Section } from "../../ui/section";
import { StateBadge } from "../../ui/state-badge";
import { Dim, TextButton } from "../../ui/texts";
import { ExceptionForm } from "./exception-form";
import { useExceptionWords } from "./exception-words";
import { exceptions, type UserTool } from "./matrix";

import "./matrix.css";

/** What the account is given or refused whatever its plan says. */
export function UserTools({ user }: { user: AdminUser }) {
  const { t } = useTranslation("matrix");
  const [edited, setEdited] = useState<UserTool | "new" | null>(null);
  const list = useList("/api/admin/users/{id}/tools", { path: { id: user.id } }, { name: "tools", per: 10 });
  const mayChange = user.may_act || user.is_self;
  return (
    <Section title={t("matrix.exception.title")} lead={t("matrix.exception.lead")}>
      <Rows list={list} none={t("matrix.exception.none")} className="matrix-touched" size="sm">
        {(exception) => (
          <Row
            key={exception.tool}
            user={user}
            exception={exception}
            onEdit={mayChange ? () => setEdited(exception) : undefined}
          />
        )}
      </Rows>
      {mayChange && (
        <Group>
          <TextButton label={t("matrix.exception.add")} onClick={() => setEdited("new")} />
        </Group>
      )}
      {edited && (
        <ExceptionForm
          user={user}
          exception={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  );
}

type RowProps = { user: AdminUser; exception: UserTool; onEdit: (() => void) | undefined };

function Row({ user, exception, onEdit }: RowProps) {
  const { t } = useTranslation("matrix");
  const say = useExceptionWords();
  const { busy, dialog, act } = useAction();
  const { tool, name, reason, is_over } = exception;
  const remove = () => act(() => exceptions.remove(user.id, tool), t("matrix.exception.removed"));
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0, flex: "1 1 14rem" }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            {is_over && <StateBadge mark="plain">{t("matrix.exception.over")}</StateBadge>}
          </Group>
          <Text size="sm">{say(exception).join(" · ")}</Text>
          <Dim style={{ overflowWrap: "anywhere" }}>{reason}</Dim>
        </div>
        {onEdit && (
          <Group gap="xs">
            <TextButton
              label={t("matrix.exception.edit")}
              size="xs"
              name={t("matrix.exception.editOne", { tool: name })}
              onClick={onEdit}
            />
            <TextButton
              label={t("matrix.exception.remove")}
              size="xs"
              loading={busy}
              name={t("matrix.exception.removeOne", { tool: name })}
              onClick={remove}
            />
          </Group>
        )}
      </Group>
      {dialog}
    </li>
  );
}
