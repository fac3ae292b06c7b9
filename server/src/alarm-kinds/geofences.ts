import { textFor } from '../texts/text.ts';
import type { AlarmFacts, AlarmKindWords } from './alarm-kind.ts';
import type { Writer } from './writer.ts';

export const routeDeviation: AlarmKindWords<'routeDeviation'> = {
  measures: null,
  describe: (_alarm, _condition, writer) => writer.sentence(textFor('alarm-off-route')),
};

const two = (value: number) => String(value).padStart(2, '0');

export const notInArea: AlarmKindWords<'notInArea'> = {
  measures: null,
  describe: (alarm, { atMin }, writer) =>
    writer.sentence(
      textFor('alarm-not-in-area', {
        fence: fenceName(alarm, writer),
        time: `${two(Math.floor(atMin / 60))}:${two(atMin % 60)}`,
      }),
    ),
};

export const geofenceDwell: AlarmKindWords<'geofenceDwell'> = {
  measures: null,
  describe: (alarm, { afterS }, writer) =>
    writer.sentence(textFor('alarm-dwelled', { fence: fenceName(alarm, writer), time: writer.span(afterS) })),
};

const crossing = <Kind extends 'geofenceEnter' | 'geofenceExit'>(
  code: 'alarm-entered' | 'alarm-left',
): AlarmKindWords<Kind> => ({
  measures: null,
  describe: (alarm, _condition, writer) => writer.sentence(textFor(code, { fence: fenceName(alarm, writer) })),
});

export const geofenceEnter = crossing<'geofenceEnter'>('alarm-entered');
export const geofenceExit = crossing<'geofenceExit'>('alarm-left');

/** The name of an alarm's geofence, as far as it is known. */
const fenceName = ({ fence }: AlarmFacts, writer: Writer): string =>
  fence?.name ?? writer.sentence(textFor('alarm-a-geofence'));
