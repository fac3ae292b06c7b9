import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const routeDeviation: AlarmKindWords<'routeDeviation'> = {
  measures: null,
  says: (_alarm, _condition, writer) => writer.sentence(textFor('alarm-off-route')),
};
