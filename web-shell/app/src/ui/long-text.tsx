import { Textarea, type TextareaProps } from "@mantine/core";

/** A text of several lines; the input grows with it. */
export const LongText = (props: TextareaProps) => <Textarea autosize minRows={2} {...props} />;
