import type { ConditionKind, Conditions } from './condition-kind.ts';

export const tow: ConditionKind<Conditions['tow']> = {
  begin: () => ({ kind: 'tow' }),
  Fields: null,
  says: (t) => t('alarm-rules.says.tow'),
};
