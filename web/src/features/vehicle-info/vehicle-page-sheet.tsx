import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** The grid area, if other parts share its frame. */
  area?: string;
  children: ReactNode;
}

/** A titled part of the overview. */
export function Sheet({ title, area, children }: Props) {
  return (
    <Paper component="section" withBorder radius="lg" data-area={area} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </Paper>
  );
}
