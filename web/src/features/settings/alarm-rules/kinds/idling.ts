import type { Conditions } from './condition-kind.ts';
import { lasting } from './lasting.tsx';

export const idling = lasting<Conditions['idling']>(() => ({ kind: 'idling', afterS: 600 }));
