import type { Conditions } from './condition-kind.ts';
import { lasting } from './lasting.tsx';

export const driverWithoutTag = lasting<Conditions['driverWithoutTag']>(() => ({
  kind: 'driverWithoutTag',
  afterS: 120,
}));
