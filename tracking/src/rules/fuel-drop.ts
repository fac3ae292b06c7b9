import { clearWhenQuiet, raise } from '../alarms.ts';
import type { Run } from '../run.ts';
import type { RuleKind } from './rule-kind.ts';

/** A loss of fuel within a time: more than an engine burns. */
interface FuelDrop {
  kind: 'fuelDrop';
  dropL: number;
  withinS: number;
  clearAfterS: number | null;
}

/** The reference level of a rule: since when it holds, and whether one lower reading was received. */
export interface FuelLevel {
  litres: number;
  at: number;
  below: number | null;
  /** The newest reading, and whether the engine was off then. */
  readAt?: number;
  off?: boolean;
}

/** A longer time without a reading means that the device slept. */
const ASLEEP_MS = 10 * 60_000;

/** No vehicle carries more. A sensor that reports more, or less than 0, is broken. */
const MAX_LITRES = 100_000;

/**
 * Compares with the level of the last minutes. Two consecutive readings must be low enough, since fuel sloshes. A
 * rising level, or one after the time has passed, becomes the new reference.
 */
export const fuelDrop: RuleKind<FuelDrop> = {
  watch(run, rule, { dropL, withinS, clearAfterS }, { attributes }) {
    const { fuel } = run.state.alarms;
    const litres = attributes.fuelL;
    clearWhenQuiet(run, rule.id, clearAfterS);
    if (litres === undefined || !(litres >= 0 && litres <= MAX_LITRES)) return;
    const known = fuel[rule.id];
    if (known) passSleep(run, known);
    const isLow = known !== undefined && known.litres - litres >= dropL;
    const isOld = known !== undefined && run.now - known.at > withinS * 1000;
    if (isLow && known.below !== null) {
      raise(run, rule, { at: known.below, value: Math.round((known.litres - litres) * 10) / 10 });
      fuel[rule.id] = levelNow(run, litres);
    } else if (isLow && !isOld) {
      known.below = run.now;
    } else if (!known || litres >= known.litres || known.below !== null || isOld) {
      fuel[rule.id] = levelNow(run, litres);
    }
  },
};

const levelNow = ({ now, state }: Run, litres: number): FuelLevel => ({
  litres,
  at: now,
  below: null,
  readAt: now,
  off: state.engine.on === false,
});

/**
 * Leaves out the time for which a device slept while its vehicle stood with the engine off: no engine burns fuel then.
 */
function passSleep({ now, state }: Run, level: FuelLevel): void {
  const { readAt = now, off } = level;
  const stood = state.rest !== null && state.rest.halt.time <= readAt;
  if (off && stood && now - readAt >= ASLEEP_MS) level.at += now - readAt;
  level.readAt = now;
  level.off = state.engine.on === false;
}
