import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const driverWithoutTag: AlarmKindWords<'driverWithoutTag'> = {
  measures: null,
  says: (_alarm, _condition, writer) => writer.sentence(textFor('alarm-no-tag')),
};
