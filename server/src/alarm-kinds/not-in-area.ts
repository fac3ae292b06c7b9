import type { AlarmKindWords, Sentence } from './alarm-kind.ts';
import { fenceName } from './fence-name.ts';

const MISSED: Sentence = {
  en: 'not in {{fence}} at {{time}}',
  hi: '{{time}} पर {{fence}} में नहीं',
  ar: 'ليست في {{fence}} عند {{time}}',
};

const two = (value: number) => String(value).padStart(2, '0');

export const notInArea: AlarmKindWords<'notInArea'> = {
  measures: null,
  says: (alarm, { atMin }, writer) =>
    writer.sentence(MISSED, {
      fence: fenceName(alarm, writer),
      time: `${two(Math.floor(atMin / 60))}:${two(atMin % 60)}`,
    }),
};
