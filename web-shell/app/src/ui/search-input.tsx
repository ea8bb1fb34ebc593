import { TextInput, type TextInputProps } from "@mantine/core";
import { Icon } from "@sitewright/ui";

/** The text that a list or a text is searched for. */
export const SearchInput = (props: TextInputProps) => (
  <TextInput type="search" leftSection={<Icon name="search" size={16} />} {...props} />
);
