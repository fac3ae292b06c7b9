import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const overDwell: AlarmKindWords<'overStay'> = {
  measures: null,
  says: (_alarm, { afterS }, writer) => writer.sentence(textFor('alarm-stopped', { time: writer.span(afterS) })),
};
