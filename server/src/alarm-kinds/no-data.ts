import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const noData: AlarmKindWords<'noData'> = {
  measures: 'minutes',
  says: ({ value }, { afterS }, writer) =>
    writer.sentence(textFor('alarm-silent', { time: writer.span(value === null ? afterS : value * 60) })),
};
