import { parseArgs } from 'node:util';
import { numberOf } from '../ingest-options.ts';

/** Devices that send one record per packet, and the next one after its acknowledgement. */
export interface ClosedLoopOptions {
  /** The numbers of devices, one fleet after another. */
  fleets: number[];
  /** The number of measurements of each fleet; the medians count. */
  turns: number;
  durationS: number;
  warmUpS: number;
  roles: string;
  /** Folders of the versions of the project, measured in alternation. */
  checkouts: string[];
  /** True if the medians are added to the file of figures. */
  record: boolean;
}

export const CLOSED_LOOP_USAGE = `npm run bench:ingest -- --closed-loop [--fleets 50,200,500] [--turns N] [--duration S]
  [--warm-up S] [--roles gateway,ingest,…] [--checkout DIR]… [--record]`;

/** Parses the arguments; throws with a description of the error. */
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
