import type { ReactNode } from 'react';
import classes from './hidden-text.module.css';

interface Props {
  component?: 'span' | 'h1';
  /** `status`: screen readers say it whenever it changes. */
  role?: 'status';
  children: ReactNode;
}

/** Words for those who do not see the screen: read aloud, and not shown. */
export function HiddenText({ component: Component = 'span', role, children }: Props) {
  return (
    <Component className={classes['hidden']} role={role}>
      {children}
    </Component>
  );
}
