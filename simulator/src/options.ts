import { parseArgs } from 'node:util';

/** The protocols of the demo's devices. */
export const SIMULATED_PROTOCOLS = ['gt06', 'teltonika', 'osmand'] as const;
export type SimulatedProtocol = (typeof SIMULATED_PROTOCOLS)[number];

export interface Options {
  vehicles: number;
  host: string;
  ports: Record<SimulatedProtocol, number>;
  /** Only the devices of the demo fleet with one of these protocols report. */
  protocols: readonly SimulatedProtocol[];
  /** Folder in which acknowledgements are stored; null: none. */
  state: string | null;
  backlogDays: number;
  /** Positions a second in total, from vehicles that only drive in circles; null: the demo fleet. */
  rate: number | null;
  /** Seconds after which to end; null: never. */
  durationS: number | null;
  printFleet: boolean;
  /** Whether to end when standard input ends: with the parent process, however it ends. */
  untilInputEnds: boolean;
  help: boolean;
}

/** An error in the user's input; its message is all that is printed. */
export class OptionError extends Error {}

export const USAGE = `Usage: npm run simulate -- [options]
A fleet of simulated trackers that drives through the demo city and reports over real sockets.

  --vehicles N          number of vehicles (60)
  --host NAME           host of the gateway (127.0.0.1)
  --gt06-port N         (5023)    --teltonika-port N  (5027)    --osmand-port N  (5055)
  --protocols LIST      only devices with these protocols (gt06,teltonika,osmand)
  --state DIR           store acknowledged positions there, and continue from them after a restart
  --backlog-days N      days of history to send at the first start (7)
  --rate N              load generator: N positions per second in total, on simple loops
  --duration S          end after S seconds
  --print-fleet         print the fleet as JSON and end
  --until-input-ends    end when standard input ends, as it does when the parent process dies
`;

const NAMES = {
  vehicles: { type: 'string' },
  host: { type: 'string' },
  'gt06-port': { type: 'string' },
  'teltonika-port': { type: 'string' },
  'osmand-port': { type: 'string' },
  protocols: { type: 'string' },
  state: { type: 'string' },
  'backlog-days': { type: 'string' },
  rate: { type: 'string' },
  duration: { type: 'string' },
  'print-fleet': { type: 'boolean' },
  'until-input-ends': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/**
 * Reads the command line.
 *
 * @throws OptionError that lists all wrong options
 */
export function readOptions(args: readonly string[]): Options {
  const values = parse(args);
  const faults: string[] = [];
  const number = (name: keyof typeof NAMES, low: number, high: number, whole = true): number | null => {
    const text = values[name];
    if (typeof text !== 'string') return null;
    const value = Number(text);
    const fits = text.trim() !== '' && value >= low && value <= high && (!whole || Number.isInteger(value));
    if (!fits) faults.push(`--${name} must be a${whole ? ' whole' : ''} number from ${low} to ${high}, not "${text}"`);
    return value;
  };
  const protocols = (values.protocols ?? SIMULATED_PROTOCOLS.join()).split(',').filter((name) => name !== '');
  const known = SIMULATED_PROTOCOLS.filter((name) => protocols.includes(name));
  if (known.length !== protocols.length || known.length === 0) {
    faults.push(`--protocols must be some of ${SIMULATED_PROTOCOLS.join()}, not "${values.protocols}"`);
  }
  const options: Options = {
    vehicles: number('vehicles', 1, 100_000) ?? 60,
    host: values.host ?? '127.0.0.1',
    ports: {
      gt06: number('gt06-port', 1, 65_535) ?? 5023,
      teltonika: number('teltonika-port', 1, 65_535) ?? 5027,
      osmand: number('osmand-port', 1, 65_535) ?? 5055,
    },
    protocols: known,
    state: values.state ?? null,
    backlogDays: number('backlog-days', 0, 90, false) ?? 7,
    rate: number('rate', 0.1, 1_000_000, false),
    durationS: number('duration', 1, 1_000_000, false),
    printFleet: values['print-fleet'] ?? false,
    untilInputEnds: values['until-input-ends'] ?? false,
    help: values.help ?? false,
  };
  if (options.host === '') faults.push('--host must not be empty');
  if (options.state === '') faults.push('--state must not be empty');
  if (faults.length > 0) throw new OptionError(faults.join('; '));
  return options;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: NAMES, allowPositionals: false }).values;
  } catch (error) {
    // Node explains at length; the first line is enough.
    throw new OptionError(String(error instanceof Error ? error.message : error).split('\n', 1)[0], { cause: error });
  }
}
