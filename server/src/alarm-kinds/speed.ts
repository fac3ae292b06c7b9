import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

const roadSpeed: AlarmKindWords<'roadSpeed'> = {
  measures: 'speed',
  describe: ({ value, limitKph }, _condition, writer) => {
    if (value === null) return null;
    const speed = writer.speed(value);
    return limitKph === null
      ? speed
      : writer.sentence(textFor('condition.roadSpeed.message', { speed, limit: writer.speed(limitKph) }));
  },
};

const overspeed: AlarmKindWords<'overspeed'> = {
  measures: 'speed',
  describe: ({ value, limitKph, fence }, _condition, writer) => {
    if (value === null) return null;
    const speed = writer.speed(value);
    if (limitKph === null) return speed;
    const limit = writer.speed(limitKph);
    return fence
      ? writer.sentence(textFor('condition.overspeed.message-in-fence', { speed, limit, fence: fence.name }))
      : writer.sentence(textFor('condition.overspeed.message', { speed, limit }));
  },
};

export const speedKinds = { overspeed, roadSpeed };
