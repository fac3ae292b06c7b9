import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';
import { fenceName } from './fence-name.ts';

const crossing = <Kind extends 'geofenceEnter' | 'geofenceExit'>(
  code: 'alarm-entered' | 'alarm-left',
): AlarmKindWords<Kind> => ({
  measures: null,
  says: (alarm, _condition, writer) => writer.sentence(textFor(code, { fence: fenceName(alarm, writer) })),
});

export const geofenceEnter = crossing<'geofenceEnter'>('alarm-entered');
export const geofenceExit = crossing<'geofenceExit'>('alarm-left');
