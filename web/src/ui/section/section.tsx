import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface Props {
  title: string;
  /** The level of the title, below that of the containing section. */
  level?: 2 | 3;
  children: ReactNode;
}

/** A titled part of a panel or form, with a line above it. */
export function Section({ title, level = 2, children }: Props) {
  const id = useId();
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <Title id={id} className={classes['title']}>
        {title}
      </Title>
      {children}
    </section>
  );
}
