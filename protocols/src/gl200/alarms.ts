import { byWord } from '../tools/by-word.ts';
import type { AlarmCode, Attributes } from '../types.ts';

/** Messages sent because of an event. */
const ALARMS = byWord<AlarmCode>({
  SOS: 'sos',
  SPD: 'overspeed',
  TOW: 'tow',
  IDL: 'idle',
  PNA: 'powerOn',
  PFA: 'powerOff',
  EPN: 'powerRestored',
  MPN: 'powerRestored',
  EPF: 'powerCut',
  MPF: 'powerCut',
  BPL: 'lowBattery',
  STT: 'movement',
  SWG: 'geofence',
  TMP: 'temperature',
  TEM: 'temperature',
  JDR: 'jamming',
  JDS: 'jamming',
  CRA: 'accident',
  ANT: 'gpsAntennaCut',
});
const HARSH: readonly AlarmCode[] = [
  'hardBraking',
  'hardAcceleration',
  'hardCornering',
  'hardBraking',
  'hardAcceleration',
];
const FATIGUE = '1';

/**
 * Returns the meaning of a message's type. `id` and `kind` are the two halves of the byte that some types have in their
 * third field, -1 otherwise.
 */
export function meaningOf(type: string, id: number, kind: number, first: string): Attributes {
  switch (type) {
    case 'IGN':
    case 'VGN':
      return { ignition: true };
    case 'IGF':
    case 'VGF':
      return { ignition: false };
    case 'IGL':
      return kind < 0 ? {} : { ignition: kind === 1 };
    case 'NMR':
      return kind < 0 ? {} : { motion: kind === 1 };
    case 'DIS':
      return kind < 0 ? {} : { [`input${id}`]: kind === 1 };
    case 'GEO':
      return kind < 0 ? {} : { alarm: [kind === 0 ? 'geofenceExit' : 'geofenceEnter'] };
    case 'HBM': {
      const harsh = HARSH[kind];
      return harsh === undefined ? {} : { alarm: [harsh] };
    }
    case 'DAR':
      return first === FATIGUE ? { alarm: ['fatigueDriving'] } : {};
    case 'BTC':
      return { charging: true };
    case 'STC':
      return { charging: false };
    default: {
      const alarm = ALARMS[type];
      return alarm === undefined ? {} : { alarm: [alarm] };
    }
  }
}
