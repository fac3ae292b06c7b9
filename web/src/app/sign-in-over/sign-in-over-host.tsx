import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { isOfOther, keepPages, noteSignIn, readSignInOver, watchSignInOver } from '../../api/sign-in-over.ts';
import { onSignInElsewhere, readUser } from '../../api/storage.ts';
import { isUnsaved } from '../../api/unsaved.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

keepPages();

const SignInDialog = lazyPart(() => import('./sign-in-dialog.tsx'));

/** Shows sign-in over the page while its session has ended and it holds what somebody entered. */
export function SignInOverHost() {
  const state = useSyncExternalStore(watchSignInOver, readSignInOver);
  useEffect(
    () =>
      onSignInElsewhere(() => {
        const user = readUser();
        if (readSignInOver() !== null || (user !== null && isOfOther(user) && isUnsaved())) noteSignIn();
      }),
    [],
  );
  if (state === null) return null;
  return (
    <Suspense>
      <SignInDialog state={state} />
    </Suspense>
  );
}
