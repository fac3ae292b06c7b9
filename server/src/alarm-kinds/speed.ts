import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const roadSpeed: AlarmKindWords<'roadSpeed'> = {
  measures: 'speed',
  describe: ({ value, limitKph }, _condition, writer) => {
    if (value === null) return null;
    const speed = writer.speed(value);
    return limitKph === null
      ? speed
      : writer.sentence(textFor('alarm-over-limit-of-road', { speed, limit: writer.speed(limitKph) }));
  },
};

export const overspeed: AlarmKindWords<'overspeed'> = {
  measures: 'speed',
  describe: ({ value, limitKph, fence }, _condition, writer) => {
    if (value === null) return null;
    const speed = writer.speed(value);
    if (limitKph === null) return speed;
    const limit = writer.speed(limitKph);
    return fence
      ? writer.sentence(textFor('alarm-over-limit-of-fence', { speed, limit, fence: fence.name }))
      : writer.sentence(textFor('alarm-over-limit', { speed, limit }));
  },
};
