import { Suspense, useEffect, useState } from 'react';
import { notificationStore } from '../notification/notification-store.ts';
import { lazyPart } from '../lazy-part.ts';
import { whenToastWaits } from '../toast/toast.ts';

/** Includes the one message that is needed when nothing can be loaded any more. */
const Notices = lazyPart(async () => {
  const [notices] = await Promise.all([import('./notices.tsx'), import('./menu-check-note.tsx')]);
  return notices;
});

/** The page itself is loaded first; after this time the notices are loaded even if none was requested. */
const LATEST_MS = 5000;
/** A question follows an action of the person. */
const DEEDS = ['pointerdown', 'keydown'] as const;
/** The events that Mantine's `modals` sends to its provider; they are lost until that is loaded. */
const QUESTIONS = ['mantine-modals:openModal', 'mantine-modals:openConfirmModal'] as const;

/** Lazy-loads notifications and questions when one may be needed. */
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
  // A question that is asked before its provider is loaded, for example on a slow line, is shown once the provider is
  // loaded.
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
