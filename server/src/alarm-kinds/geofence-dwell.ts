import type { AlarmKindWords, Sentence } from './alarm-kind.ts';
import { fenceName } from './fence-name.ts';

const DWELLED: Sentence = {
  en: 'in {{fence}} for {{time}}',
  hi: '{{time}} से {{fence}} में',
  ar: 'في {{fence}} منذ {{time}}',
};

export const geofenceDwell: AlarmKindWords<'geofenceDwell'> = {
  measures: null,
  says: (alarm, { afterS }, writer) =>
    writer.sentence(DWELLED, { fence: fenceName(alarm, writer), time: writer.span(afterS) }),
};
