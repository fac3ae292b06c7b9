import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const sensor: AlarmKindWords<'sensor'> = {
  measures: 'figure',
  says({ value }, { name, unit, on }, writer) {
    if (on !== null) return writer.sentence(textFor(on ? 'alarm-sensor-on' : 'alarm-sensor-off', { sensor: name }));
    return value === null ? name : `${name}: ${writer.decimal(value)} ${unit}`.trimEnd();
  },
};
