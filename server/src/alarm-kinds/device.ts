import { DEVICE_CODES } from '../texts/names.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const device: AlarmKindWords<'device'> = {
  measures: null,
  says: ({ about }, _condition, { language }) => about && (DEVICE_CODES[language][about] ?? about),
};
