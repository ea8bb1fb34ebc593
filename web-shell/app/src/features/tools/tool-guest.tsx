import { Button, Group, Text } from "@mantine/core";
import type { ListedTool } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { TOOLS } from "../../api/catalogue-cache";
import { api, unwrap } from "../../api/client";
import { useHref } from "../../i18n/use-page-language";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { Notice } from "../../ui/notice";
import { notify } from "../../ui/notify";
import { useFormProblem } from "../../ui/use-form-problem";
import { guestText } from "./guest-text";

/** Says on a tool's page that one is there by invitation, and lets one leave it. */
export function ToolGuest({ tool }: { tool: ListedTool }) {
  const { t } = useTranslation("tools");
  const { t: say } = useTranslation("invited");
  const [leaves, setLeaves] = useState(false);
  if (!tool.guest) return null;
  return (
    <Notice>
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex="1 1 16rem">
          {guestText(tool, t)}
        </Text>
        <Button variant="default" size="compact-md" onClick={() => setLeaves(true)}>
          {say("invited.leave.go")}
        </Button>
      </Group>
      {leaves && (
        <Dialog title={say("invited.leave.title", { name: tool.name })} onClose={() => setLeaves(false)}>
          <Leave tool={tool} onClose={() => setLeaves(false)} />
        </Dialog>
      )}
    </Notice>
  );
}

function Leave({ tool, onClose }: { tool: ListedTool; onClose: () => void }) {
  const { t } = useTranslation("invited");
  const navigate = useNavigate();
  const href = useHref();
  const queries = useQueryClient();
  const { message, busy, submit } = useFormProblem();
  const leave = () =>
    submit(async () => {
      await unwrap(api.DELETE("/api/tools/{id}/invitation", { params: { path: { id: tool.id } } }));
      notify.success(t("invited.leave.done", { name: tool.name }));
      await navigate(href("tools"), { replace: true });
      await queries.invalidateQueries(TOOLS);
    });
  return (
    <>
      <Text mb="md">{t("invited.leave.text")}</Text>
      <FormAlert>{message}</FormAlert>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t("invited.leave.stay")}
        </Button>
        <Button color="red.8" loading={busy} onClick={leave}>
          {t("invited.leave.go")}
        </Button>
      </Group>
    </>
  );
}
