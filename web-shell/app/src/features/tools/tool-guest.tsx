import { Group, Text } from "@mantine/core";
import type { ListedTool } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { TOOLS } from "../../api/catalogue-cache";
import { api, unwrap } from "../../api/client";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useHref } from "../../i18n/use-page-language";
import { Notice } from "../../ui/notice";
import { TextButton } from "../../ui/texts";
import { guestText } from "./guest-text";

/** Says on a tool's page that one is there by invitation, and lets one leave it. */
export function ToolGuest({ tool }: { tool: ListedTool }) {
  const { t } = useTranslation("tools");
  const { t: say } = useTranslation("invited");
  const [leaves, setLeaves] = useState(false);
  const navigate = useNavigate();
  const href = useHref();
  if (!tool.guest) return null;
  const leave = async () => {
    await unwrap(api.DELETE("/api/tools/{id}/invitation", { params: { path: { id: tool.id } } }));
    await navigate(href("tools"), { replace: true });
  };
  return (
    <Notice>
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex="1 1 16rem">
          {guestText(tool, t)}
        </Text>
        <TextButton label={say("invited.leave.go")} size="compact-md" onClick={() => setLeaves(true)} />
      </Group>
      {leaves && (
        <ConfirmDialog
          title={say("invited.leave.title", { name: tool.name })}
          text={say("invited.leave.text")}
          go={say("invited.leave.go")}
          cancel={say("invited.leave.stay")}
          done={say("invited.leave.done", { name: tool.name })}
          changed={TOOLS}
          act={leave}
          onClose={() => setLeaves(false)}
        />
      )}
    </Notice>
  );
}
