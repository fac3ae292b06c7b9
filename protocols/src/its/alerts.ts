import { byWord } from '../tools/by-word.ts';
import type { AlarmCode } from '../types.ts';

/** Alert ids (AIS-140, "alert types"); those of ordinary reports have no alarm. */
const ALERTS: Readonly<Record<number, AlarmCode>> = {
  3: 'powerCut',
  4: 'lowBattery',
  6: 'powerRestored',
  9: 'tampering',
  10: 'sos',
  13: 'hardBraking',
  14: 'hardAcceleration',
  15: 'hardCornering',
  16: 'tampering',
};

/** Types of packets that are an alert in themselves. */
const PACKETS = byWord<AlarmCode>({
  EA: 'sos',
  EMR: 'sos',
  TA: 'tampering',
  BD: 'powerCut',
  BR: 'powerRestored',
  BL: 'lowBattery',
  HA: 'hardAcceleration',
  HB: 'hardBraking',
  OS: 'overspeed',
  RT: 'hardCornering',
  WD: 'sos',
});

/** The alarm of a report, or undefined. */
export function alarmOf(packet: string, alert: number): readonly AlarmCode[] | undefined {
  const alarm = ALERTS[alert] ?? PACKETS[packet];
  return alarm && [alarm];
}
