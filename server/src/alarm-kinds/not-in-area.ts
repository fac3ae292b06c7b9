import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';
import { fenceName } from './fence-name.ts';

const two = (value: number) => String(value).padStart(2, '0');

export const notInArea: AlarmKindWords<'notInArea'> = {
  measures: null,
  says: (alarm, { atMin }, writer) =>
    writer.sentence(
      textFor('alarm-not-in-area', {
        fence: fenceName(alarm, writer),
        time: `${two(Math.floor(atMin / 60))}:${two(atMin % 60)}`,
      }),
    ),
};
