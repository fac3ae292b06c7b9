import { Code, Group } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

interface Props {
  value: string;
  /** Of the button. */
  label: string;
  /** The value as people read it; left out, as it is. */
  shown?: string | undefined;
}

/** A long text to take along, a secret or a link, with a button that copies it. */
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
