import { Paper } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './server.module.css';

interface Props {
  title: string;
  /** Label and value of each line. */
  lines?: readonly (readonly [label: string, value: ReactNode])[];
  children?: ReactNode;
}

/** One part of the server, with its figures. */
export function Card({ title, lines = [], children }: Props) {
  const id = useId();
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-labelledby={id}>
      <h2 id={id} className={classes['title']}>
        {title}
      </h2>
      {children}
      {lines.length > 0 && (
        <dl className={classes['lines']}>
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Paper>
  );
}
