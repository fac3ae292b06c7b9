import { useEffect } from 'react';
import type { RouteName } from '@milepost/contract/routes';
import { refresh } from '../../api/refresh.ts';
import { subscribeRuns } from '../../live/live-client.ts';

/** Answers are fetched anew at most so often, ms; and those that are sums. */
const SOON_MS = 700;
const SUMS_MS = 5000;

/** Fetches what is shown of runs anew when something happened on them. @param runId of one run alone */
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

/** Refreshes at once, then at most every so often. */
function later(everyMs: number, names: RouteName[]) {
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
