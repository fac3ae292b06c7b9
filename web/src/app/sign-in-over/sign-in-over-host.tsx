import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { isOfOther, leaveToOther, pageOwner } from '../../api/page-guard.ts';
import { isLeavingPage } from '../../api/session-end.ts';
import { installPageGuard, noteSignIn, readSignInOver, watchSignInOver } from '../../api/sign-in-over.ts';
import { onSignInElsewhere, readUser } from '../../api/storage.ts';
import { isUnsaved } from '../../api/unsaved.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

installPageGuard();

const SignInDialog = lazyPart(() => import('./sign-in-dialog.tsx'));

/** Shows sign-in over the page while its session has ended and it has unsaved input. */
export function SignInOverHost() {
  const state = useSyncExternalStore(watchSignInOver, readSignInOver);
  useEffect(
    () =>
      onSignInElsewhere(() => {
        const user = readUser();
        const isOther = user !== null && isOfOther(user);
        if (readSignInOver() !== null || (isOther && isUnsaved())) noteSignIn();
        // The next person must not see anything of the owner's.
        else if (isOther && !isLeavingPage()) void leaveToOther();
      }),
    [],
  );
  useEffect(() => {
    // The browser's back after a sign-out or sign-in shows the page as it was left, if the browser cached it in memory.
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted && readUser()?.USERNAME !== pageOwner()?.USERNAME) location.reload();
    };
    const hide = () => {
      if (isLeavingPage() || readUser()?.USERNAME !== pageOwner()?.USERNAME) document.body.hidden = true;
    };
    addEventListener('pageshow', show);
    addEventListener('pagehide', hide);
    return () => {
      removeEventListener('pageshow', show);
      removeEventListener('pagehide', hide);
    };
  }, []);
  if (state === null) return null;
  return (
    <Suspense>
      <SignInDialog state={state} />
    </Suspense>
  );
}
