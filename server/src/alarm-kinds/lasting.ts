import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

const noData: AlarmKindWords<'noData'> = {
  measures: 'minutes',
  describe: ({ value }, { afterS }, writer) =>
    writer.sentence(textFor('condition.noData.message', { time: writer.span(value === null ? afterS : value * 60) })),
};

const driverWithoutTag: AlarmKindWords<'driverWithoutTag'> = {
  measures: null,
  describe: (_alarm, _condition, writer) => writer.sentence(textFor('condition.driverWithoutTag.message')),
};

const overDwell: AlarmKindWords<'overStay'> = {
  measures: null,
  describe: (_alarm, { afterS }, writer) =>
    writer.sentence(textFor('condition.overStay.message', { time: writer.span(afterS) })),
};

const idling: AlarmKindWords<'idling'> = {
  measures: null,
  describe: (_alarm, { afterS }, writer) =>
    writer.sentence(textFor('condition.idling.message', { time: writer.span(afterS) })),
};

export const lastingKinds = { overStay: overDwell, idling, noData, driverWithoutTag };
