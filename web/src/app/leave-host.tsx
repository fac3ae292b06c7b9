import { Suspense, useSyncExternalStore } from 'react';
import { NavigationType, useBeforeUnload, useBlocker } from 'react-router';
import { answerGoing, isNavigationHeld, isUnsaved, readGoing, watchGoing } from '../api/unsaved.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const LeaveGuard = lazyPart(async () => ({ default: (await import('../ui/dialog/leave-guard.tsx')).LeaveGuard }));

/**
 * Asks before a page with unsaved input is left: by a link, by the browser's back, by signing out, or by closing its
 * window.
 */
export function LeaveHost() {
  const blocker = useBlocker(({ historyAction }) => isNavigationHeld(historyAction === NavigationType.Pop));
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault();
  });
  const going = useSyncExternalStore(watchGoing, readGoing);
  if (blocker.state === 'blocked') return renderLeaveGuard(blocker.reset, blocker.proceed);
  if (going === null) return null;
  return renderLeaveGuard(
    () => answerGoing(false),
    () => answerGoing(true),
  );
}

const renderLeaveGuard = (onStay: () => void, onLeave: () => void) => (
  <Suspense>
    <LeaveGuard opened onStay={onStay} onLeave={onLeave} />
  </Suspense>
);
