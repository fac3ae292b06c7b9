import type { AlarmRule } from '../alarm-rule.ts';
import { level } from '../alarms.ts';
import type { Run } from '../run.ts';

/** A state of this duration or longer: its alarm begins when the time was up, not when a report noticed. */
export function longer(run: Run, rule: AlarmRule, since: number | null, afterS: number): void {
  const at = since === null ? 0 : since + afterS * 1000;
  level(run, rule, since !== null && run.now >= at, { at });
}
