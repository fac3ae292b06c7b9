import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const noData: AlarmKindWords<'noData'> = {
  measures: 'minutes',
  describe: ({ value }, { afterS }, writer) =>
    writer.sentence(textFor('alarm-silent', { time: writer.span(value === null ? afterS : value * 60) })),
};

export const driverWithoutTag: AlarmKindWords<'driverWithoutTag'> = {
  measures: null,
  describe: (_alarm, _condition, writer) => writer.sentence(textFor('alarm-no-tag')),
};

export const overDwell: AlarmKindWords<'overStay'> = {
  measures: null,
  describe: (_alarm, { afterS }, writer) => writer.sentence(textFor('alarm-stopped', { time: writer.span(afterS) })),
};

export const idling: AlarmKindWords<'idling'> = {
  measures: null,
  describe: (_alarm, { afterS }, writer) => writer.sentence(textFor('alarm-idling', { time: writer.span(afterS) })),
};
