import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const TOWED: Sentence = { en: 'moving with the engine off', hi: 'इंजन बंद रहते हिल रहा', ar: 'تتحرك ومحركها متوقف' };

export const tow: AlarmKindWords<'tow'> = {
  measures: null,
  says: (_alarm, _condition, writer) => writer.sentence(TOWED),
};
