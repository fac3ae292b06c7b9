import type { FactOfStop } from '@milepost/contract/run-day-routes';

/** More than so much apart, what the driver says is not what the vehicle did, ms. */
const APART_MS = 15 * 60_000;

/**
 * How what the driver says differs from where the vehicle was: `elsewhere`: done or arrived, and the vehicle never stood
 * there; `other-time`; `served`: skipped, and the vehicle stood there. Null where it does not, or nothing was said.
 */
export function differenceOf(stop: FactOfStop): 'elsewhere' | 'other-time' | 'served' | null {
  const { said, arrivedAt, departedAt, state } = stop;
  if (!said || state === 'unknown') return null;
  if (said.skippedAt !== null && said.doneAt === null) return arrivedAt === null ? null : 'served';
  const at = said.doneAt ?? said.arrivedAt;
  if (at === null) return null;
  if (arrivedAt === null) return 'elsewhere';
  const moment = Date.parse(at);
  const left = departedAt === null ? Infinity : Date.parse(departedAt);
  return moment < Date.parse(arrivedAt) - APART_MS || moment > left + APART_MS ? 'other-time' : null;
}
