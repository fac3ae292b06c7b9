import type { Refusal, RefusalReason } from '@milepost/contract/device-routes';
import type { Logger } from 'pino';
import type { GatewayMetrics } from './gateway-metrics.ts';

/** What was refused since the start, for people and for the log. */
export interface Refusals {
  /** Counts one, in the metrics too. */
  add(protocol: string, reason: RefusalReason): void;
  /** Newest first. */
  list(): Refusal[];
}

/** Who floods us would flood the log as well. */
const TELL_EVERY_MS = 60_000;

export function createRefusals(metrics: Pick<GatewayMetrics, 'refused'>, logger: Logger): Refusals {
  const seen = new Map<RefusalReason, { count: number; lastAt: number; toldAt: number; untold: number }>();
  return {
    add: (protocol, reason) => {
      metrics.refused(protocol, reason);
      const now = Date.now();
      let one = seen.get(reason);
      if (!one) seen.set(reason, (one = { count: 0, lastAt: 0, toldAt: 0, untold: 0 }));
      one.count++;
      one.untold++;
      one.lastAt = now;
      if (now - one.toldAt < TELL_EVERY_MS) return;
      logger.warn({ protocol, reason, times: one.untold }, 'The gateway refused what was sent to it');
      one.toldAt = now;
      one.untold = 0;
    },
    list: () =>
      [...seen]
        .toSorted(([, a], [, b]) => b.lastAt - a.lastAt)
        .map(([reason, { count, lastAt }]) => ({ reason, count, lastAt: new Date(lastAt).toISOString() })),
  };
}
