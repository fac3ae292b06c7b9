import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import type { Severity } from '@milepost/contract/fact-operations';
import { HARSH_CODES } from './device-codes.ts';
import { newCondition } from './kinds/condition-kinds.ts';
import { emptyValues, type RuleValues } from './rule-values.ts';

/** A rule that most fleets have. */
interface Template {
  /** The key of its texts. */
  key: string;
  condition: AlarmCondition;
  severity: Severity;
  coolDownS: number;
}

export const TEMPLATES: readonly Template[] = [
  { key: 'overspeed', condition: newCondition('overspeed'), severity: 'major', coolDownS: 300 },
  { key: 'roadSpeed', condition: newCondition('roadSpeed'), severity: 'major', coolDownS: 300 },
  {
    key: 'sos',
    condition: { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null },
    severity: 'critical',
    coolDownS: 0,
  },
  {
    key: 'powerCut',
    condition: {
      kind: 'device',
      codes: ['powerCut', 'tampering', 'removing'],
      clearCodes: ['powerRestored'],
      clearAfterS: 3600,
    },
    severity: 'critical',
    coolDownS: 600,
  },
  {
    key: 'twoSenders',
    condition: { kind: 'device', codes: ['twoSenders'], clearCodes: [], clearAfterS: 3600 },
    severity: 'critical',
    coolDownS: 600,
  },
  { key: 'noData', condition: newCondition('noData'), severity: 'minor', coolDownS: 0 },
  { key: 'overStay', condition: newCondition('overStay'), severity: 'minor', coolDownS: 0 },
  { key: 'idling', condition: newCondition('idling'), severity: 'warning', coolDownS: 600 },
  { key: 'unauthorised', condition: newCondition('unauthorisedMovement'), severity: 'critical', coolDownS: 600 },
  { key: 'tow', condition: newCondition('tow'), severity: 'critical', coolDownS: 600 },
  {
    key: 'harsh',
    condition: { kind: 'device', codes: [...HARSH_CODES], clearCodes: [], clearAfterS: 300 },
    severity: 'warning',
    coolDownS: 300,
  },
  { key: 'temperature', condition: newCondition('temperature'), severity: 'major', coolDownS: 600 },
  { key: 'notInArea', condition: newCondition('notInArea'), severity: 'minor', coolDownS: 0 },
  { key: 'trip', condition: newCondition('tripStart'), severity: 'warning', coolDownS: 0 },
  { key: 'fuelDrop', condition: newCondition('fuelDrop'), severity: 'major', coolDownS: 600 },
];

/** The initial values of the form for a template. */
export const fromTemplate = ({ condition, severity, coolDownS }: Template, name: string): RuleValues => ({
  ...emptyValues(),
  name,
  condition,
  severity,
  coolDownS,
});
