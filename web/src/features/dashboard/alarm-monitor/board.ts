import { createAlarmStore } from '../../../live/alarm-store.ts';
import { liveStore, subscribeAlarms } from '../../../live/live-client.ts';

const PRUNE_MS = 30_000;

/** The alarms of the board of this tab. */
export const board = createAlarmStore(() => liveStore.clock.now());

/** Keeps the board up to date until the returned function is called. */
export function watchBoard(): () => void {
  const stop = subscribeAlarms('open', (frame) => board.apply(frame));
  const pruning = setInterval(() => board.prune(), PRUNE_MS);
  return () => {
    clearInterval(pruning);
    stop();
  };
}
