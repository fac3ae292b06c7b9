import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const NO_TAG: Sentence = {
  en: 'no driver signed in with a tag',
  hi: 'किसी ड्राइवर ने टैग से साइन-इन नहीं किया',
  ar: 'لم يسجّل سائق ببطاقته',
};

export const driverWithoutTag: AlarmKindWords<'driverWithoutTag'> = {
  measures: null,
  says: (_alarm, _condition, writer) => writer.sentence(NO_TAG),
};
