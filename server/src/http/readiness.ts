import { setTimeout as delay } from 'node:timers/promises';
import type { DiskSpace } from '../disk.ts';

export interface Readiness {
  ready: boolean;
  parts: Record<string, string>;
}

interface ReadinessParts {
  /** Resolves when the database has answered; rejects when it cannot be reached. */
  askDatabase: () => Promise<unknown>;
  gateway: () => 'ready' | 'starting' | 'elsewhere';
  /** Ports of devices that another program has. */
  takenPorts: () => readonly { port: number; transport: string }[];
  disk: () => Promise<DiskSpace | null>;
  /** Whether the database has just refused to store for want of space. */
  noSpace: () => boolean;
  /** What there is to say of the map file; null where none is set. */
  mapFile: () => string | null;
  /** What there is to say of the MQTT broker; null where none is set. */
  broker: () => string | null;
  /** What is wrong with the proxy in front; null where nothing is known to be. */
  proxy: () => string | null;
  /** Longest wait for one part, milliseconds. */
  withinMs?: number;
}

/** Less than a second, which is what load balancers commonly grant. */
const WITHIN_MS = 700;

/** Says which parts are ready, within a second whatever hangs; who asks meanwhile shares what is under way. */
export function createReadiness(options: ReadinessParts): () => Promise<Readiness> {
  const { withinMs = WITHIN_MS } = options;
  const probeDatabase = shared(async () =>
    options.askDatabase().then(
      () => 'ready',
      () => 'away',
    ),
  );
  const probeDisk = shared(options.disk);
  return async () => {
    const [database, disk] = await Promise.all([
      within(probeDatabase(), 'no answer', withinMs),
      within(probeDisk(), null, withinMs),
    ]);
    const gateway = options.gateway();
    const taken = options.takenPorts().map(({ port, transport }) => `${port} (${transport})`);
    const mapFile = options.mapFile();
    const broker = options.broker();
    const proxy = options.proxy();
    const space = options.noSpace() ? 'full' : (disk?.state ?? 'unknown');
    return {
      ready: database === 'ready' && gateway !== 'starting' && space !== 'full',
      // Of no other use to a load balancer: all else is served.
      parts: {
        database,
        gateway: taken.length > 0 ? `ready, port in use: ${taken.join(', ')}` : gateway,
        disk: space,
        ...(mapFile !== null && { mapFile }),
        ...(broker !== null && { broker }),
        ...(proxy !== null && { proxy }),
      },
    };
  };
}

async function within<Answer, Otherwise>(
  pending: Promise<Answer>,
  otherwise: Otherwise,
  ms: number,
): Promise<Answer | Otherwise> {
  const over = new AbortController();
  try {
    const late = delay(ms, otherwise, { signal: over.signal });
    late.catch(() => {});
    return await Promise.race([pending, late]);
  } finally {
    over.abort();
  }
}

/** Whoever asks while an answer is under way gets that one: anybody may ask, and it may hang. */
function shared<Answer>(probe: () => Promise<Answer>): () => Promise<Answer> {
  let pending: Promise<Answer> | null = null;
  return () => (pending ??= probe().finally(() => (pending = null)));
}
