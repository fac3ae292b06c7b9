import { Portal } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { NotificationCard } from './notification-card.tsx';
import classes from './notification.module.css';
import { notificationStore } from './notification-store.ts';

const PLACES = (['top', 'bottom'] as const).flatMap((from) =>
  (['left', 'center', 'right'] as const).map((align) => ({ from, align })),
);

/** The host of notifications; once in the application. */
export function NotificationHost() {
  const shown = useSyncExternalStore(notificationStore.subscribe, notificationStore.read);
  return (
    <Portal>
      {/* Always in the page: a live region that is added together with its text is not read aloud. */}
      <div aria-live="polite">
        {PLACES.map(({ from, align }) => {
          const here = shown.filter((one) => one.from === from && one.align === align);
          return here.length === 0 ? null : (
            <div key={`${from} ${align}`} className={classes.place} data-from={from} data-align={align}>
              {here.map((one) => (
                <NotificationCard key={one.id} notification={one} onGone={() => notificationStore.remove(one.id)} />
              ))}
            </div>
          );
        })}
      </div>
    </Portal>
  );
}
