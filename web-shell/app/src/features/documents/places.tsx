import { ActionIcon, Group, Select, Stack, Text } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { useState } from "react";
import { Link } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { TextButton } from "../../ui/texts";
import { FolderForm } from "./folder-form";
import { type Branch, type Folders, indented } from "./folders";
import { FAVOURITES, TRASH, UNFILED } from "./use-filter";

type Place = { id: string; name: string; icon: IconName; count: number; depth: number; label: string };

/** All places: all documents, favourites, folders, unfiled documents, the trash. */
export function usePlaces(folders: Folders | undefined, branches: Branch[]): Place[] {
  const { t } = useTexts("documents");
  const place = (id: string, icon: IconName, name: string, count = 0) => ({
    id,
    icon,
    name,
    count,
    depth: 1,
    label: name,
  });
  return [
    place("", "archive", t("documents.place.all"), folders?.total),
    place(FAVOURITES, "star", t("documents.place.favourites"), folders?.favourites),
    ...branches.map((branch) => ({
      ...place(branch.id, "folder", branch.name, branch.held),
      depth: branch.depth,
      label: indented(branch),
    })),
    place(UNFILED, "document", t("documents.place.unfiled"), folders?.unfiled),
    place(TRASH, "trash", t("documents.place.trash"), folders?.trash),
  ];
}

/** The places before the folders; those after them have their place when the folders are known. */
const FIRST = 2;

/** `project`: the filter of the address, which stays. */
type Props = {
  places: Place[];
  isKnown: boolean;
  open: string;
  project: string;
  onOpen: (place: string) => void;
};

/** The places, beside the list, or above it in a narrow window. */
export function Places(props: Props) {
  const { t } = useTexts("documents");
  const [making, setMaking] = useState(false);
  return (
    <>
      <Stack gap={2} component="nav" aria-label={t("documents.place.title")} visibleFrom="md">
        {(props.isKnown ? props.places : props.places.slice(0, FIRST)).map((place) => (
          <PlaceLink key={place.id} place={place} isOpen={place.id === props.open} project={props.project} />
        ))}
        {props.isKnown && (
          <TextButton
            label={t("documents.folder.new")}
            mt="xs"
            variant="subtle"
            justify="flex-start"
            icon="add"
            onClick={() => setMaking(true)}
          />
        )}
      </Stack>
      <Group gap="xs" wrap="nowrap" align="flex-end" hiddenFrom="md">
        <PlaceSelect {...props} />
        <ActionIcon
          size={36}
          variant="default"
          aria-label={t("documents.folder.new")}
          onClick={() => setMaking(true)}
        >
          <Icon name="add" size={16} />
        </ActionIcon>
      </Group>
      {making && <FolderForm onSaved={props.onOpen} onClose={() => setMaking(false)} />}
    </>
  );
}

type LinkProps = { place: Place; isOpen: boolean; project: string };

function PlaceLink({ place, isOpen, project }: LinkProps) {
  const { href, number } = useTexts();
  const query = new URLSearchParams({ ...(place.id && { folder: place.id }), ...(project && { project }) });
  return (
    <Link
      className="sw-row archive-place"
      style={{ paddingInlineStart: `${place.depth - 0.375}rem` }}
      aria-current={isOpen ? "page" : undefined}
      to={`${href("archive")}${query.size > 0 ? `?${query}` : ""}`}
    >
      <Icon name={place.icon} size={17} />
      <Text size="sm" component="span" truncate flex={1} title={place.name}>
        {place.name}
      </Text>
      <Text size="xs" component="span" c="dimmed">
        {number(place.count)}
      </Text>
    </Link>
  );
}

function PlaceSelect({ places, open, onOpen }: Props) {
  const { t, number } = useTexts("documents");
  return (
    <Select
      flex={1}
      label={t("documents.place.title")}
      allowDeselect={false}
      data={places.map(({ id, label, count }) => ({ value: id, label: `${label} (${number(count)})` }))}
      value={open}
      onChange={(place) => onOpen(place ?? "")}
    />
  );
}
