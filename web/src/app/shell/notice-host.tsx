import { notificationsStore } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { notificationStore } from '../../ui/notification/notification-store.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const Notices = lazyPart(() => import('./notices.tsx'));

/** The page itself comes first; after this notifications and questions are there even if nobody asked. */
const LATEST_MS = 5000;
/** A question follows something that the person does. */
const DEEDS = ['pointerdown', 'keydown'] as const;

/** Fetches notifications and questions when there may be one to show. */
export function NoticeHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const timer = setTimeout(want, LATEST_MS);
    const stops = [notificationStore.subscribe(want), notificationsStore.subscribe(want)];
    for (const deed of DEEDS) addEventListener(deed, want, { once: true });
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      for (const deed of DEEDS) removeEventListener(deed, want);
    };
  }, []);
  return wanted ? (
    <Suspense>
      <Notices />
    </Suspense>
  ) : null;
}
