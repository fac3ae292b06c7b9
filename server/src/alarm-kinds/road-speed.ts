import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const OVER_LIMIT_OF_ROAD: Sentence = {
  en: '{{speed}}, the road allows {{limit}}',
  hi: '{{speed}}, सड़क की सीमा {{limit}} है',
  ar: '{{speed}}، وحد الطريق {{limit}}',
};

export const roadSpeed: AlarmKindWords<'roadSpeed'> = {
  measures: 'speed',
  says: ({ value, limitKph }, _condition, writer) => {
    if (value === null) return null;
    const speed = writer.speed(value);
    return limitKph === null ? speed : writer.sentence(OVER_LIMIT_OF_ROAD, { speed, limit: writer.speed(limitKph) });
  },
};
