import type { Sentence, AlarmFacts } from './alarm-kind.ts';
import type { Writer } from './writer.ts';

const A_GEOFENCE: Sentence = { en: 'a geofence', hi: 'एक जियो-फ़ेंस', ar: 'سياج جغرافي' };

/** The geofence of an alarm by its name, as far as it is known. */
export const fenceName = ({ fence }: AlarmFacts, writer: Writer): string => fence?.name ?? writer.sentence(A_GEOFENCE);
