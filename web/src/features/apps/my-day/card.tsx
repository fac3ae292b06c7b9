import { Paper } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './my-day.module.css';

/** A section of the day with its heading, and an action beside it. */
export function Card({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-labelledby={id}>
      <div className={classes['head']}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </Paper>
  );
}
