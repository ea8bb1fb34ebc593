import { Box, Kbd, Table } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { Small } from "../../ui/texts";
import type { Command } from "./approval";

const HELP: [keys: string[], text: Command | "save" | "leave"][] = [
  [["J", "↓"], "next"],
  [["K", "↑"], "previous"],
  [["A"], "approve"],
  [["R"], "reject"],
  [["E"], "edit"],
  [["Ctrl", "Enter"], "save"],
  [["Esc"], "leave"],
  [["U"], "reopen"],
  [["Z"], "undo"],
  [["V"], "view"],
  [["?"], "keys"],
];

/** All keys of the approval. */
export function ApprovalKeys({ onClose }: { onClose: () => void }) {
  const { t } = useTexts("shops");
  return (
    <Dialog title={t("shops.keys.title")} onClose={onClose}>
      <Small mb="sm">{t("shops.keys.lead")}</Small>
      <Table>
        <Table.Tbody>
          {HELP.map(([keys, text]) => (
            <Table.Tr key={text}>
              <Table.Th scope="row" fw={400}>
                {t(`shops.keys.${text}`)}
              </Table.Th>
              <Table.Td>
                <Box component="span" style={{ whiteSpace: "nowrap" }}>
                  {keys.map((key, place) => (
                    <span key={key}>
                      {place > 0 && (text === "save" ? " + " : " ")}
                      <Kbd>{key}</Kbd>
                    </span>
                  ))}
                </Box>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
