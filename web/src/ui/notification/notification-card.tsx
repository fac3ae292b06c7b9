import { CloseButton } from '@mantine/core';
import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './notification-animations.css';
import type { Notification } from './notification.ts';
import classes from './notification.module.css';

/** The duration of the animations. */
const EXIT_MS = 300;

/** One notification: it appears, stays for its time and disappears. */
export function NotificationCard({ notification, onGone }: { notification: Notification; onGone: () => void }) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const { hold } = useHideAfter(notification.timerMs, !leaving, () => setLeaving(true));
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => gone(), EXIT_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return (
    <div
      className={`${classes.card} ${leaving ? notification.exit : notification.enter}`}
      data-colour={notification.colour}
      {...hold}
    >
      <span>{notification.message}</span>
      {notification.dismissible && (
        <CloseButton
          size="sm"
          variant="transparent"
          c="white"
          aria-label={t('app.dismiss')}
          onClick={() => setLeaving(true)}
        />
      )}
    </div>
  );
}

/**
 * Calls `onDone` after `delayMs` milliseconds. While the pointer or the focus is on the element that takes `hold`, the
 * timer is stopped; afterwards it starts again, so that nothing disappears while somebody reads or uses it.
 */
function useHideAfter(delayMs: number, active: boolean, onDone: () => void) {
  const [held, setHeld] = useState(false);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!active || held) return undefined;
    const timer = setTimeout(() => done(), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, active, held]);
  return {
    hold: {
      onMouseEnter: () => setHeld(true),
      onMouseLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: (event: FocusEvent) => setHeld(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
