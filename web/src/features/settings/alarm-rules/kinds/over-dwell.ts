import type { Conditions } from './condition-kind.ts';
import { lasting } from './lasting.tsx';

export const overDwell = lasting<Conditions['overStay']>(() => ({ kind: 'overStay', afterS: 7200 }));
