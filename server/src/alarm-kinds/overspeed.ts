import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const OVER_LIMIT: Sentence = {
  en: '{{speed}}, the limit is {{limit}}',
  hi: '{{speed}}, सीमा {{limit}} है',
  ar: '{{speed}}، والحد {{limit}}',
};
const OVER_LIMIT_OF_FENCE: Sentence = {
  en: '{{speed}}, the limit in {{fence}} is {{limit}}',
  hi: '{{speed}}, {{fence}} में सीमा {{limit}} है',
  ar: '{{speed}}، والحد في {{fence}} هو {{limit}}',
};

export const overspeed: AlarmKindWords<'overspeed'> = {
  measures: 'speed',
  says: ({ value, limitKph, fence }, _condition, writer) => {
    if (value === null) return null;
    const speed = writer.speed(value);
    if (limitKph === null) return speed;
    const limit = writer.speed(limitKph);
    return fence
      ? writer.sentence(OVER_LIMIT_OF_FENCE, { speed, limit, fence: fence.name })
      : writer.sentence(OVER_LIMIT, { speed, limit });
  },
};
