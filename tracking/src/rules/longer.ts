import type { AlarmRule } from '../alarm-rule.ts';
import { level } from '../alarms.ts';
import type { Run } from '../run.ts';

/**
 * A state of this duration or longer: its alarm begins when the time was up, not when a report showed it.
 * @param over when it ended; omitted where this report ends it
 */
export function longer(run: Run, rule: AlarmRule, since: number | null, afterS: number, over?: number): void {
  const at = since === null ? 0 : since + afterS * 1000;
  level(run, rule, since !== null && run.now >= at, { at }, over);
}

/** Returns the end of the trip that ends with this report, or undefined. */
export const tripOver = ({ tripMoments }: Run): number | undefined =>
  tripMoments?.findLast(({ begins }) => !begins)?.at;
