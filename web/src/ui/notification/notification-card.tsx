import { CloseButton } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHideAfter } from './use-hide-after.ts';
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
