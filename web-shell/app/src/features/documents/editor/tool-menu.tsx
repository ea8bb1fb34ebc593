import { ActionIcon, Menu } from "@mantine/core";
import { useState } from "react";
import { type Face, FaceOf } from "./signs";

type Entry = { name: string; label: string; face?: Face; run: () => void };

/** The toolbar would cut the menu off; the page is where its readers look for it. */
const IN_PAGE = { target: "#content" };

type Props = { label: string; face: Face; tabIndex: number; entries: Entry[] };

/** A button of the toolbar with a menu. After an entry the focus is in the text, else at the button again. */
export function ToolMenu({ label, face, tabIndex, entries }: Props) {
  const [isChosen, setChosen] = useState(false);
  return (
    <Menu
      position="bottom-start"
      returnFocus={!isChosen}
      onOpen={() => setChosen(false)}
      withinPortal
      portalProps={IN_PAGE}
    >
      <Menu.Target>
        <ActionIcon
          data-tool
          size={40}
          variant="subtle"
          color="gray"
          aria-label={label}
          title={label}
          tabIndex={tabIndex}
        >
          <FaceOf face={face} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ name, label, face, run }) => (
          <Menu.Item
            key={name}
            leftSection={face && <FaceOf face={face} />}
            onClick={() => {
              setChosen(true);
              run();
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
