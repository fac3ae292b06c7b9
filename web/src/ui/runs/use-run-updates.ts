import { useEffect } from 'react';
import type { OperationName } from '@milepost/contract/operations';
import { refresh } from '../../api/refresh.ts';
import { subscribeRuns } from '../../live/live-client.ts';

/** The minimum interval of reloads, ms; and that of replies with sums. */
const SOON_MS = 700;
const SUMS_MS = 5000;

/** Reloads the displayed data of runs when something happened on them. @param runId limits it to one run */
export function useRunUpdates(runId?: number): void {
  useEffect(() => {
    const soon = later(SOON_MS, ['get-run-day', 'get-run-facts', 'get-run-words', 'get-stop-words']);
    const sums = later(SUMS_MS, ['get-run-day-figures', 'get-run-day-stops']);
    const stop = subscribeRuns((ids) => {
      if (runId !== undefined && ids !== null && !ids.includes(runId)) return;
      soon.ask();
      sums.ask();
    });
    return () => {
      stop();
      soon.stop();
      sums.stop();
    };
  }, [runId]);
}

/** Reloads immediately, then at most once per interval. */
function later(everyMs: number, names: OperationName[]) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  const go = () => {
    isPending = false;
    refresh(...names);
    timer = setTimeout(() => {
      timer = undefined;
      if (isPending) go();
    }, everyMs);
  };
  return {
    ask: () => {
      isPending = true;
      if (timer === undefined) go();
    },
    stop: () => clearTimeout(timer),
  };
}
