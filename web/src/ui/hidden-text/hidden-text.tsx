import type { ReactNode } from 'react';
import classes from './hidden-text.module.css';

interface Props {
  component?: 'span' | 'h1';
  /** `status`: screen readers announce every change. */
  role?: 'status';
  children: ReactNode;
}

/** Text only for screen readers: read aloud, and not shown. */
export function HiddenText({ component: Component = 'span', role, children }: Props) {
  return (
    <Component className={classes['hidden']} role={role}>
      {children}
    </Component>
  );
}
