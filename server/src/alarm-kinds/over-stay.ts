import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const STOPPED: Sentence = { en: 'stopped for {{time}}', hi: '{{time}} से खड़ा', ar: 'متوقفة منذ {{time}}' };

export const overDwell: AlarmKindWords<'overStay'> = {
  measures: null,
  says: (_alarm, { afterS }, writer) => writer.sentence(STOPPED, { time: writer.span(afterS) }),
};
