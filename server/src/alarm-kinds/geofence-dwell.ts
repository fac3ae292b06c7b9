import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';
import { fenceName } from './fence-name.ts';

export const geofenceDwell: AlarmKindWords<'geofenceDwell'> = {
  measures: null,
  says: (alarm, { afterS }, writer) =>
    writer.sentence(textFor('alarm-dwelled', { fence: fenceName(alarm, writer), time: writer.span(afterS) })),
};
