import { Code, Group } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

interface Props {
  value: string;
  /** The label of the button. */
  label: string;
  /** The value in a readable form; the value itself by default. */
  shown?: string | undefined;
}

/** A long text to copy, such as a secret or a link, with a button. */
export function CopyBlock({ value, label, shown = value }: Props) {
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <Code block flex={1} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="ltr">
        {shown}
      </Code>
      <CopyButton value={value} label={label} />
    </Group>
  );
}
