import { Group, Stack } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { type Answer, api, unwrap, useApi, withId } from "../../api/client";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Dialog, DialogButton } from "../../ui/dialog";
import { Dim, Small, TextButton } from "../../ui/texts";

const EXAMPLES = at("/api/style-examples");

type Example = Answer<"/api/style-examples">["data"][number];

/** The texts whose style a tool imitates for the selected project; nothing if there are none. */
export function StyleExamples({ tool }: { tool: string }) {
  const { t } = useTexts("sharing");
  const { data } = useApi(
    "/api/style-examples",
    { query: { tool } },
    { quiet: true, throwOnError: false, placeholderData: undefined },
  );
  if (!data?.data.length) return null;
  return (
    <Group>
      <DialogButton
        label={t("sharing.style.count", { count: data.data.length })}
        size="xs"
        variant="subtle"
        icon="spark"
      >
        {(close) => (
          <Dialog title={t("sharing.style.list")} onClose={close}>
            <Stack gap="md">
              <Dim>{t("sharing.style.listLead")}</Dim>
              {data.data.map((example) => (
                <ExampleText key={example.id} {...example} />
              ))}
            </Stack>
          </Dialog>
        )}
      </DialogButton>
    </Group>
  );
}

function ExampleText({ id, text }: Example) {
  const { t } = useTexts("sharing");
  const { press, dialog } = useAction();
  const remove = () => unwrap(api.DELETE("/api/style-examples/{id}", withId(id)));
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <Small lineClamp={6} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text}
      </Small>
      <TextButton
        label={t("sharing.style.remove")}
        name={t("sharing.style.removeOne", { text: text.split(/\s+/).slice(0, 6).join(" ") })}
        size="compact-md"
        {...press(remove, t("sharing.style.removed"), EXAMPLES)}
      />
      {dialog}
    </Group>
  );
}
