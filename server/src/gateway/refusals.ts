import type { Refusal, RefusalReason } from '@milepost/contract/device-operations';
import type { Logger } from 'pino';
import type { GatewayMetrics } from './gateway-metrics.ts';

/** Refusals since the start, for people and for the log. */
export interface Refusals {
  /** Counts one refusal, also in the metrics. */
  add(protocol: string, reason: RefusalReason): void;
  /** Sorted newest first. */
  list(): Refusal[];
}

/** A flood of requests must not become a flood of log lines. */
const LOG_EVERY_MS = 60_000;

export function createRefusals(metrics: Pick<GatewayMetrics, 'refused'>, logger: Logger): Refusals {
  const seen = new Map<RefusalReason, { count: number; lastAt: number; loggedAt: number; unlogged: number }>();
  return {
    add: (protocol, reason) => {
      metrics.refused(protocol, reason);
      const now = Date.now();
      let one = seen.get(reason);
      if (!one) seen.set(reason, (one = { count: 0, lastAt: 0, loggedAt: 0, unlogged: 0 }));
      one.count++;
      one.unlogged++;
      one.lastAt = now;
      if (now - one.loggedAt < LOG_EVERY_MS) return;
      logger.warn({ protocol, reason, times: one.unlogged }, 'The gateway refused a connection or message');
      one.loggedAt = now;
      one.unlogged = 0;
    },
    list: () =>
      [...seen]
        .toSorted(([, a], [, b]) => b.lastAt - a.lastAt)
        .map(([reason, { count, lastAt }]) => ({ reason, count, lastAt: new Date(lastAt).toISOString() })),
  };
}
