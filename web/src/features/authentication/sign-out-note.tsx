import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endAtServer, isSignOutDue, retryUntil } from '../../api/sign-out.ts';
import { Alert } from '../../ui/alert/alert.tsx';

/**
 * Shows that a sign-out did not reach the server, retries it, and shows when it is done.
 * @param held true while somebody is signing in, whose session a late sign-out must not end
 */
export function SignOutNote({ held }: { held: boolean }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'due' | 'over' | null>(() => (isSignOutDue() ? 'due' : null));
  const isHeld = useRef(held);
  useEffect(() => {
    isHeld.current = held;
  }, [held]);
  useEffect(() => {
    if (!isSignOutDue()) return undefined;
    let gone = false;
    void retryUntil(async () => {
      if (gone) return true;
      if (isHeld.current) return false;
      // Another window can have completed it.
      if (isSignOutDue() && (await endAtServer()).name !== 'over') return false;
      setState('over');
      return true;
    });
    return () => {
      gone = true;
    };
  }, []);
  if (state === null) return null;
  return state === 'due' ? (
    <Alert type="warning" role="alert" dismissible={false}>
      {t('authentication.sign-out-due')}
    </Alert>
  ) : (
    <Alert type="success" role="status">
      {t('authentication.signed-out')}
    </Alert>
  );
}
