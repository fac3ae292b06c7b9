import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const IDLING: Sentence = { en: 'idling for {{time}}', hi: '{{time}} से आइडल', ar: 'في حالة خمول منذ {{time}}' };

export const idling: AlarmKindWords<'idling'> = {
  measures: null,
  says: (_alarm, { afterS }, writer) => writer.sentence(IDLING, { time: writer.span(afterS) }),
};
