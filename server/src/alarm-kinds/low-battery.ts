import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const lowBattery: AlarmKindWords<'lowBattery'> = {
  measures: null,
  says: (_alarm, { belowPercent }, writer) =>
    writer.sentence(textFor('alarm-low-battery', { percent: writer.decimal(belowPercent) })),
};
