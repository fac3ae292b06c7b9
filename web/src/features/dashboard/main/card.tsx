import { Paper } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './main.module.css';

interface Props {
  title: string;
  /** The grid area. */
  area: string;
  /** Shown at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of the dashboard. */
export function Card({ title, area, aside, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" withBorder radius="lg" className={classes['card']} data-area={area} aria-labelledby={id}>
      <div className={classes['head']}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </Paper>
  );
}
