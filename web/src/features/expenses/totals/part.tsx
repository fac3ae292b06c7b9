import { Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A titled card of the screen. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder radius="lg" p="md">
      <Title order={2} id={id} size={15} mb="xs">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
