import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const roadSpeed: AlarmKindWords<'roadSpeed'> = {
  measures: 'speed',
  says: ({ value, limitKph }, _condition, writer) => {
    if (value === null) return null;
    const speed = writer.speed(value);
    return limitKph === null
      ? speed
      : writer.sentence(textFor('alarm-over-limit-of-road', { speed, limit: writer.speed(limitKph) }));
  },
};
