import { type ReactNode, useId } from 'react';
import classes from './editor.module.css';

/** A titled part of the form. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
