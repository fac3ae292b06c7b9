import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../api/call-error.ts';

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

/** The remaining whole seconds of a wait, measured by the clock, so that a sleeping tab does not prolong it. */
function useCountdown() {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) setUntil(0);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return {
    seconds: until === 0 ? 0 : Math.max(0, Math.ceil((until - now) / 1000)),
    start(seconds: number) {
      setNow(Date.now());
      setUntil(Date.now() + seconds * 1000);
    },
  };
}
