import type { AlarmKindWords, Sentence } from './alarm-kind.ts';
import { fenceName } from './fence-name.ts';

const ENTERED: Sentence = { en: 'entered {{fence}}', hi: '{{fence}} में प्रवेश', ar: 'دخلت {{fence}}' };
const LEFT: Sentence = { en: 'left {{fence}}', hi: '{{fence}} से बाहर', ar: 'غادرت {{fence}}' };

const crossing = <Kind extends 'geofenceEnter' | 'geofenceExit'>(words: Sentence): AlarmKindWords<Kind> => ({
  measures: null,
  says: (alarm, _condition, writer) => writer.sentence(words, { fence: fenceName(alarm, writer) }),
});

export const geofenceEnter = crossing<'geofenceEnter'>(ENTERED);
export const geofenceExit = crossing<'geofenceExit'>(LEFT);
