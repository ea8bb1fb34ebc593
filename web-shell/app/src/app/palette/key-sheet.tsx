import { SimpleGrid, Switch } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { type PageName, pageAt } from "../../paths";
import { Dialog } from "../../ui/dialog";
import { Dim, Strong } from "../../ui/texts";
import { adminEntries, mainEntries, userEntries } from "../menu";
import { areOn, goTo, switchOn } from "./shortcuts";
import { CONTROL, PALETTE_KEYS, show } from "./shown";
import "./palette.css";
import "./key-sheet.css";

type Shortcut = { keys: string; label: string };

/** The keys of pages, whose parts handle them. */
const ON_PAGE: Partial<Record<PageName, [keys: string, label: string][]>> = {
  tool: [
    ["Ctrl Enter", "palette.keys.generate"],
    ["C", "palette.keys.copy"],
    ["← →", "palette.keys.variants"],
    ["E", "palette.keys.edit"],
    ["R", "palette.keys.again"],
  ],
  tasks: [
    ["↑ ↓", "palette.keys.row"],
    ["Shift ← →", "palette.keys.moveCard"],
  ],
  shopApproval: [
    ["J K", "palette.keys.next"],
    ["A", "palette.keys.approve"],
    ["R", "palette.keys.reject"],
    ["E", "palette.keys.change"],
  ],
};

/** The keys in the text of a document: there, the key of the palette sets a link. */
const IN_TEXT: [letter: string, label: string][] = [
  ["S", "palette.keys.save"],
  ["B", "palette.keys.bold"],
  ["I", "palette.keys.italic"],
  ["K", "palette.keys.link"],
];

const hasSearch = () =>
  [...document.querySelectorAll("#content input[type=search]")].some((input) => input.checkVisibility());

/** The shortcuts that work on this page. */
export default function KeySheet() {
  const { t } = useTexts("palette");
  const { pathname } = useLocation();
  const [isOn, setOn] = useState(areOn);
  // The page behind does not change while the sheet is open.
  const [hasPageSearch] = useState(hasSearch);
  const page = pageAt(pathname);
  const labels = new Map(
    [...mainEntries(), ...userEntries(), ...adminEntries()].map((entry) => [entry.page, entry.label]),
  );
  const here = (page ? (ON_PAGE[page] ?? []) : []).map(([keys, label]) => ({ keys, label: t(label) }));
  const hasText = page === "document";
  const inText = IN_TEXT.map(([letter, label]) => ({ keys: `${CONTROL} ${letter}`, label: t(label) }));
  const everywhere: Shortcut[] = [
    { keys: PALETTE_KEYS, label: t(hasText ? "palette.keys.outside" : "palette.keys.palette") },
    { keys: "N", label: t("palette.keys.write") },
    ...(hasPageSearch ? [{ keys: "/", label: t("palette.keys.search") }] : []),
    { keys: "?", label: t("palette.keys.sheet") },
  ];
  const pages = goTo().map(([letter, page]) => ({
    keys: `G ${letter.toUpperCase()}`,
    label: t(labels.get(page) ?? "layout.project.all"),
  }));
  return (
    <Dialog title={t("palette.keys.title")} isWide onClose={() => show(null)}>
      <div className="key-sheet">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
          <div>
            {here.length > 0 && <Keys title={t("palette.keys.here")} list={here} />}
            {hasText && <Keys title={t("palette.keys.editor")} list={inText} />}
            <Keys title={t("palette.keys.everywhere")} list={everywhere} />
          </div>
          <Keys title={t("palette.keys.go")} list={pages}>
            <Dim>{t("palette.keys.goLead")}</Dim>
          </Keys>
        </SimpleGrid>
        <Switch
          mt="lg"
          checked={isOn}
          label={t("palette.keys.on")}
          description={t("palette.keys.onHint")}
          onChange={({ currentTarget: { checked } }) => {
            setOn(checked);
            switchOn(checked);
          }}
        />
      </div>
    </Dialog>
  );
}

function Keys({ title, list, children }: { title: string; list: Shortcut[]; children?: ReactNode }) {
  return (
    <section className="key-list" aria-label={title}>
      <Strong>{title}</Strong>
      {children}
      <dl>
        {list.map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
