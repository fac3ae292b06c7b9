import type { AlarmCode } from '../types.ts';

/** Status codes of OpenGTS ("GTS Status Codes and Description") that are alarms. */
export const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0xf118: 'idle',
  0xf11a: 'overspeed',
  0xf841: 'sos',
  0xf847: 'general',
  0xf871: 'tow',
  0xfd10: 'lowBattery',
  0xfd13: 'powerCut',
  0xfd15: 'powerRestored',
};
