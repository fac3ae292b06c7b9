import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const tow: AlarmKindWords<'tow'> = {
  measures: null,
  says: (_alarm, _condition, writer) => writer.sentence(textFor('alarm-towed')),
};
