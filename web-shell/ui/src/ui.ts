/**
 * The components for UI modules. The list is explicit: its items stay, in this shape,
 * while the major version of the SDK does; the library behind it may change.
 */
export {
  ActionIcon,
  Alert,
  Anchor,
  Badge,
  Box,
  Button,
  Card,
  Checkbox,
  Collapse,
  CopyButton,
  Divider,
  Group,
  Loader,
  Menu,
  NumberInput,
  Paper,
  Popover,
  Progress,
  ScrollArea,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Slider,
  Stack,
  Switch,
  Table,
  Tabs,
  TagsInput,
  Text,
  Textarea,
  TextInput,
  Title,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
export { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
export { type Clip, copyClip, useCopy } from "./clip";
export { Icon, type IconName } from "./icon";
export { ItemsInput } from "./items-input";
export { Markdown } from "./markdown";
