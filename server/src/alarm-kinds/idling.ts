import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const idling: AlarmKindWords<'idling'> = {
  measures: null,
  says: (_alarm, { afterS }, writer) => writer.sentence(textFor('alarm-idling', { time: writer.span(afterS) })),
};
