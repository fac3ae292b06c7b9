import type { ConditionKind, Conditions } from './condition-kind.ts';

type StateEvent = Conditions['tripStart' | 'tripEnd' | 'ignitionOn' | 'ignitionOff'];

const event = <Condition extends StateEvent>(begin: () => Condition): ConditionKind<Condition> => ({
  begin,
  Fields: null,
  says: (t, { kind }) => t(`alarm-rules.says.${kind}`),
});

export const tripStart = event<Conditions['tripStart']>(() => ({ kind: 'tripStart' }));
export const tripEnd = event<Conditions['tripEnd']>(() => ({ kind: 'tripEnd' }));
export const ignitionOn = event<Conditions['ignitionOn']>(() => ({ kind: 'ignitionOn' }));
export const ignitionOff = event<Conditions['ignitionOff']>(() => ({ kind: 'ignitionOff' }));
