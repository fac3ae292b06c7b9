import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const BELOW: Sentence = {
  en: 'battery below {{percent}} %',
  hi: 'बैटरी {{percent}} % से कम',
  ar: 'البطارية دون {{percent}} %',
};

export const lowBattery: AlarmKindWords<'lowBattery'> = {
  measures: null,
  says: (_alarm, { belowPercent }, writer) => writer.sentence(BELOW, { percent: writer.decimal(belowPercent) }),
};
