import type { ReactNode } from 'react';
import { NOTIFICATION_SCROLL_HEIGHT } from './notification.ts';
import classes from './notification.module.css';

interface Props {
  /** The label of the list, for people who cannot see its position. */
  label: string;
  children: ReactNode;
}

/** A list of notifications that scrolls when it is higher than 254 px (specification, section 9). */
export function NotificationList({ label, children }: Props) {
  return (
    <div
      className={classes.list}
      style={{ maxHeight: NOTIFICATION_SCROLL_HEIGHT }}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      {children}
    </div>
  );
}
