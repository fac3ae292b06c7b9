import type { Conditions } from './condition-kind.ts';
import { lasting } from './lasting.tsx';

export const noData = lasting<Conditions['noData']>(() => ({ kind: 'noData', afterS: 3600 }));
