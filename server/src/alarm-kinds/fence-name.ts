import { textFor } from '../texts/text.ts';
import type { AlarmFacts } from './alarm-kind.ts';
import type { Writer } from './writer.ts';

/** The name of an alarm's geofence, as far as it is known. */
export const fenceName = ({ fence }: AlarmFacts, writer: Writer): string =>
  fence?.name ?? writer.sentence(textFor('alarm-a-geofence'));
