import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const unauthorisedMovement: AlarmKindWords<'unauthorisedMovement'> = {
  measures: null,
  describe: (_alarm, _condition, writer) => writer.sentence(textFor('alarm-outside-hours')),
};

type StateEvent = 'tripStart' | 'tripEnd' | 'ignitionOn' | 'ignitionOff';

const event = <Kind extends StateEvent>(
  code: `alarm-${'trip-start' | 'trip-end' | 'ignition-on' | 'ignition-off'}`,
): AlarmKindWords<Kind> => ({
  measures: null,
  describe: (_alarm, _condition, writer) => writer.sentence(textFor(code)),
});

export const tripStart = event<'tripStart'>('alarm-trip-start');
export const tripEnd = event<'tripEnd'>('alarm-trip-end');
export const ignitionOn = event<'ignitionOn'>('alarm-ignition-on');
export const ignitionOff = event<'ignitionOff'>('alarm-ignition-off');

export const tow: AlarmKindWords<'tow'> = {
  measures: null,
  describe: (_alarm, _condition, writer) => writer.sentence(textFor('alarm-towed')),
};
