import { parseArgs } from 'node:util';
import { numberOf } from '../ingest-options.ts';

/** Devices that send one record a packet, and the next one after its acknowledgement. */
export interface ClosedLoopOptions {
  /** How many devices, one fleet after another. */
  fleets: number[];
  /** How often each fleet is measured; the medians count. */
  turns: number;
  durationS: number;
  warmUpS: number;
  roles: string;
  /** Folders of the versions of the project that are measured by turns. */
  checkouts: string[];
  /** Whether the medians are added to the file of figures. */
  record: boolean;
}

export const CLOSED_LOOP_USAGE = `npm run bench:ingest -- --closed-loop [--fleets 50,200,500] [--turns N] [--duration S]
  [--warm-up S] [--roles gateway,ingest,…] [--checkout DIR]… [--record]`;

/** Throws with what is wrong. */
export function readClosedLoopOptions(args: string[]): ClosedLoopOptions {
  const { values } = parseArgs({
    args,
    options: {
      'closed-loop': { type: 'boolean' },
      fleets: { type: 'string', default: '50,200,500' },
      turns: { type: 'string', default: '3' },
      duration: { type: 'string', default: '8' },
      'warm-up': { type: 'string', default: '5' },
      roles: { type: 'string', default: 'gateway,ingest' },
      checkout: { type: 'string', multiple: true, default: [process.cwd()] },
      record: { type: 'boolean', default: false },
    },
  });
  return {
    fleets: values.fleets.split(',').map((text) => Math.floor(numberOf('--fleets', text, 1, 20_000))),
    turns: Math.floor(numberOf('--turns', values.turns, 1, 100)),
    durationS: numberOf('--duration', values.duration, 0.1, 600),
    warmUpS: numberOf('--warm-up', values['warm-up'], 0, 60),
    roles: values.roles,
    checkouts: values.checkout,
    record: values.record,
  };
}
