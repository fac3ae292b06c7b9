import { textFor } from '../texts/text.ts';
import type { AlarmFacts, AlarmKindWords } from './alarm-kind.ts';
import type { Writer } from './writer.ts';

const routeDeviation: AlarmKindWords<'routeDeviation'> = {
  measures: null,
  describe: (_alarm, _condition, writer) => writer.sentence(textFor('condition.routeDeviation.message')),
};

const two = (value: number) => String(value).padStart(2, '0');

const notInArea: AlarmKindWords<'notInArea'> = {
  measures: null,
  describe: (alarm, { atMin }, writer) =>
    writer.sentence(
      textFor('condition.notInArea.message', {
        fence: fenceName(alarm, writer),
        time: `${two(Math.floor(atMin / 60))}:${two(atMin % 60)}`,
      }),
    ),
};

const geofenceDwell: AlarmKindWords<'geofenceDwell'> = {
  measures: null,
  describe: (alarm, { afterS }, writer) =>
    writer.sentence(
      textFor('condition.geofenceDwell.message', { fence: fenceName(alarm, writer), time: writer.span(afterS) }),
    ),
};

const code = (kind: 'geofenceEnter' | 'geofenceExit') => `condition.${kind}.message` as const;

const crossing = <Kind extends 'geofenceEnter' | 'geofenceExit'>(kind: Kind): AlarmKindWords<Kind> => ({
  measures: null,
  describe: (alarm, _condition, writer) => writer.sentence(textFor(code(kind), { fence: fenceName(alarm, writer) })),
});

/** The name of an alarm's geofence, as far as it is known. */
const fenceName = ({ fence }: AlarmFacts, writer: Writer): string =>
  fence?.name ?? writer.sentence(textFor('alarm-a-geofence'));

export const geofenceKinds = {
  geofenceEnter: crossing('geofenceEnter'),
  geofenceExit: crossing('geofenceExit'),
  geofenceDwell,
  routeDeviation,
  notInArea,
};
