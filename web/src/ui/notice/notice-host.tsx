import { Suspense, useEffect, useState } from 'react';
import { notificationStore } from '../notification/notification-store.ts';
import { lazyPart } from '../lazy-part.ts';
import { whenToastWaits } from '../toast/toast.ts';

/** With the one message that is wanted when nothing can be fetched any more. */
const Notices = lazyPart(async () => {
  const [notices] = await Promise.all([import('./notices.tsx'), import('./menu-check-note.tsx')]);
  return notices;
});

/** The page itself comes first; after this notifications and questions are there even if nobody asked. */
const LATEST_MS = 5000;
/** A question follows something that the person does. */
const DEEDS = ['pointerdown', 'keydown'] as const;
/** What `modals` of Mantine sends to whatever shows questions; nobody hears it before that is there. */
const QUESTIONS = ['mantine-modals:openModal', 'mantine-modals:openConfirmModal'] as const;

/** Fetches notifications and questions when there may be one to show. */
export function NoticeHost() {
  const [wanted, setWanted] = useState(false);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const timer = setTimeout(want, LATEST_MS);
    const stops = [notificationStore.subscribe(want), whenToastWaits(want)];
    for (const deed of DEEDS) addEventListener(deed, want, { once: true });
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      for (const deed of DEEDS) removeEventListener(deed, want);
    };
  }, []);
  // A question that comes before what shows it, on a slow line say, is asked as soon as it is there.
  useEffect(() => {
    if (ready) return undefined;
    const early: Event[] = [];
    const collect = (event: Event) => early.push(event);
    for (const question of QUESTIONS) addEventListener(question, collect);
    return () => {
      for (const question of QUESTIONS) removeEventListener(question, collect);
      for (const event of early) {
        if (event instanceof CustomEvent) dispatchEvent(new CustomEvent(event.type, { detail: event.detail }));
      }
    };
  }, [ready]);
  return wanted ? (
    <Suspense>
      <Notices onReady={() => setReady(true)} />
    </Suspense>
  ) : null;
}
