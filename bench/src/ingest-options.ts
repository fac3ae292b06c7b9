import { parseArgs } from 'node:util';
import type { ProtocolMix } from './devices/fleet.ts';

export interface IngestOptions {
  /** The positions a second of the whole fleet; null for as fast as acknowledgements come. */
  rate: number | null;
  durationS: number;
  warmUpS: number;
  devices: number;
  mix: ProtocolMix;
  /** The records per Teltonika packet. */
  records: number;
  /** The roles of the server. */
  roles: string;
  /**
   * Whether trips, stops, visits, alarms and totals are computed and stored too; `both` measures one after the other.
   */
  tracking: 'on' | 'off' | 'both';
  /** The geofences of the organisation, and alarm rules with them; 0 for none. */
  fences: number;
  /** The outlets of the organisation, where vehicles can stop. */
  outlets: number;
  /**
   * True if each vehicle is on a run of 40 of them, and visits them at the pace of a day besides what its device
   * reports.
   */
  runs: boolean;
  /** The seconds between the reports of a device, on its own clock; with more than one it stops now and then. */
  interval: number;
}

export const INGEST_USAGE = `npm run bench:ingest -- [--rate N|max] [--duration S] [--warm-up S] [--devices M]
  [--protocol gt06|teltonika|mixed] [--records K] [--roles gateway,ingest,…]
  [--tracking on|off|both] [--fences N] [--outlets N] [--runs] [--interval S]`;

/** Parses the arguments; throws with a description of the error. */
export function readIngestOptions(args: string[]): IngestOptions {
  const { values } = parseArgs({
    args,
    options: {
      rate: { type: 'string', default: 'max' },
      duration: { type: 'string', default: '15' },
      'warm-up': { type: 'string', default: '4' },
      devices: { type: 'string', default: '1000' },
      protocol: { type: 'string', default: 'mixed' },
      records: { type: 'string', default: '10' },
      roles: { type: 'string', default: 'gateway,ingest' },
      tracking: { type: 'string', default: 'on' },
      fences: { type: 'string', default: '1000' },
      outlets: { type: 'string', default: '0' },
      runs: { type: 'boolean', default: false },
      interval: { type: 'string', default: '1' },
    },
  });
  const { protocol, tracking } = values;
  if (protocol !== 'gt06' && protocol !== 'teltonika' && protocol !== 'mixed') {
    throw new Error(`--protocol must be gt06, teltonika or mixed, not ${protocol}`);
  }
  if (tracking !== 'on' && tracking !== 'off' && tracking !== 'both') {
    throw new Error(`--tracking must be on, off or both, not ${tracking}`);
  }
  return {
    rate: values.rate === 'max' ? null : numberOf('--rate', values.rate, 1, 1_000_000),
    durationS: numberOf('--duration', values.duration, 0.1, 600),
    warmUpS: numberOf('--warm-up', values['warm-up'], 0, 60),
    devices: Math.floor(numberOf('--devices', values.devices, 1, 20_000)),
    mix: protocol,
    records: Math.floor(numberOf('--records', values.records, 1, 100)),
    roles: values.roles,
    tracking,
    interval: Math.floor(numberOf('--interval', values.interval, 1, 60)),
    fences: Math.floor(numberOf('--fences', values.fences, 0, 100_000)),
    runs: values.runs,
    outlets: Math.floor(numberOf('--outlets', values.outlets, 0, 100_000)),
  };
}

/** Parses a number; throws if the text is not a number within the bounds. */
export function numberOf(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (number >= least && number <= most) return number;
  throw new Error(`${name} must be a number from ${least} to ${most}, not ${text}`);
}
