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
  /** Whether those who store positions can be reached; null where this process does it or accepts no devices. */
  ingest?: (() => { state: string; isAway: boolean }) | null;
  /** Device ports in use by another program. */
  takenPorts: () => readonly { port: number; transport: string }[];
  disk: () => Promise<DiskSpace | null>;
  /** True when the database recently refused a write for lack of space. */
  noSpace: () => boolean;
  /** The state of the map file; null when none is configured. */
  mapFile: () => string | null;
  /** The state of the MQTT broker; null when none is configured. */
  broker: () => string | null;
  /** The fault of the proxy in front; null when none is known. */
  proxy: () => string | null;
  /** True from the signal to stop on. */
  stopping: () => boolean;
  /** The longest wait for one part, milliseconds. */
  withinMs?: number;
}

/** Less than a second, which is the usual time-out of load balancers. */
const WITHIN_MS = 700;

/** Reports which parts are ready, within a second whatever hangs. Concurrent requests share one check. */
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
    const ingest = options.ingest?.() ?? null;
    const taken = options.takenPorts().map(({ port, transport }) => `${port} (${transport})`);
    const mapFile = options.mapFile();
    const broker = options.broker();
    const proxy = options.proxy();
    const space = options.noSpace() ? 'full' : (disk?.state ?? 'unknown');
    return {
      ready:
        !options.stopping() &&
        database === 'ready' &&
        gateway !== 'starting' &&
        space !== 'full' &&
        ingest?.isAway !== true,
      // A load balancer must not remove the server for any other part: everything else is served.
      parts: {
        ...(options.stopping() && { server: 'stopping' }),
        database,
        gateway: taken.length > 0 ? `ready, port in use: ${taken.join(', ')}` : gateway,
        ...(ingest !== null && { ingest: ingest.state }),
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

/** Concurrent callers share one check: anybody may request it, and it may hang. */
function shared<Answer>(probe: () => Promise<Answer>): () => Promise<Answer> {
  let pending: Promise<Answer> | null = null;
  return () => (pending ??= probe().finally(() => (pending = null)));
}
