import { clear, clearWhenQuiet, raise } from '../alarms.ts';
import type { RuleKind } from './rule-kind.ts';

/** An alarm code of the device: harsh driving, SOS, power cut, low battery, tampering. */
interface Device {
  kind: 'device';
  codes: readonly string[];
  clearCodes: readonly string[];
  clearAfterS: number | null;
}

export const device: RuleKind<Device> = {
  watch(run, rule, { codes, clearCodes, clearAfterS }, { attributes }) {
    const written = attributes.alarm ?? [];
    const code = written.find((each) => codes.includes(each));
    if (code !== undefined) raise(run, rule, { at: run.now, about: code });
    else if (written.some((each) => clearCodes.includes(each))) clear(run, rule.id, run.now);
    else clearWhenQuiet(run, rule.id, clearAfterS);
  },
};
