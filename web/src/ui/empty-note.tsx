import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  icon?: ReactNode;
  title: string;
  text: string;
  /** The actions that are offered. */
  children?: ReactNode;
}

/** An empty state: that there is nothing here, why, and what to do. */
export function EmptyNote({ icon, title, text, children }: Props) {
  return (
    <Stack align="center" gap={6} maw={440} ta="center">
      {icon}
      <Text fw={600} size="lg">
        {title}
      </Text>
      <Text c="dimmed" mb="xs">
        {text}
      </Text>
      <Group gap="xs" justify="center">
        {children}
      </Group>
    </Stack>
  );
}
