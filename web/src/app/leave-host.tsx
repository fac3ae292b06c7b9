import { Suspense } from 'react';
import { NavigationType, useBeforeUnload, useBlocker } from 'react-router';
import { isNavigationHeld, isUnsaved } from '../api/unsaved.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const LeaveGuard = lazyPart(async () => ({ default: (await import('../ui/dialog/leave-guard.tsx')).LeaveGuard }));

/** Asks before a page with something entered is left, by a link, by the browser's back, or with its window. */
export function LeaveHost() {
  const blocker = useBlocker(({ historyAction }) => isNavigationHeld(historyAction === NavigationType.Pop));
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault();
  });
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveGuard opened onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}
