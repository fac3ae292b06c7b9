import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const OUTSIDE_HOURS: Sentence = {
  en: 'driving outside its hours',
  hi: 'अपने घंटों के बाहर चल रहा',
  ar: 'تسير خارج ساعاتها',
};

export const unauthorisedMovement: AlarmKindWords<'unauthorisedMovement'> = {
  measures: null,
  says: (_alarm, _condition, writer) => writer.sentence(OUTSIDE_HOURS),
};
