import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../api/call-error.ts';
import { useCountdown } from './use-countdown.ts';

const WAIT_S = 30;

/**
 * Runs one attempt at a time of an action that can be rejected; shows the reason, and counts down a wait.
 * @param showAtFields shows errors at fields; returns true if it did, so that they are not shown twice
 */
export function useAttempt(showAtFields: (fields: Record<string, string>) => boolean) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const wait = useCountdown();

  function explain(error: unknown) {
    if (!(error instanceof CallError)) return setFailure(error instanceof Error ? error.message : String(error));
    if (error.status === 0) return setFailure(t('authentication.unreachable'));
    if (error.status === 429) return wait.start(error.retryAfterS ?? WAIT_S);
    if (showAtFields(error.fields)) return;
    setFailure(Object.values(error.fields).join(' ') || error.message);
  }

  return {
    failure: wait.seconds > 0 ? null : failure,
    busy,
    waitS: wait.seconds,
    async run(work: () => Promise<void>) {
      setBusy(true);
      setFailure(null);
      try {
        await work();
      } catch (error) {
        explain(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
