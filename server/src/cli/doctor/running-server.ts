import { z } from 'zod';
import type { Config } from '../../config.ts';

/** The Milepost that answers on the web port of the settings. */
export interface RunningServer {
  version: string;
  /** The parts of `/readyz`; null when it is not answered, as while the database hangs. */
  parts: Record<string, string> | null;
  /** Hours until its disk is full; null when it does not fill or it is unknown. */
  hoursLeft: number | null;
}

const WITHIN_MS = 5000;
const Liveness = z.object({ status: z.literal('ok'), version: z.string() });
const Readiness = z.object({ parts: z.record(z.string(), z.string()) });

/** Null when none answers. */
export async function findRunningServer({ host, port }: Pick<Config, 'host' | 'port'>): Promise<RunningServer | null> {
  const base = serverAddress({ host, port });
  const ask = async (where: string) => fetch(`${base}${where}`, { signal: AbortSignal.timeout(WITHIN_MS) });
  try {
    const live = Liveness.parse(await (await ask('/healthz')).json());
    const [ready, metrics] = await Promise.all([
      ask('/readyz')
        .then(async (reply) => Readiness.parse(await reply.json()))
        .catch(() => null),
      ask('/metrics')
        .then((reply) => reply.text())
        .catch(() => ''),
    ]);
    const hours = /^milepost_disk_hours_left(?:\{[^}]*\})? (\S+)$/m.exec(metrics)?.[1];
    const hoursLeft = hours === undefined || !Number.isFinite(Number(hours)) ? null : Number(hours);
    return { version: live.version, parts: ready?.parts ?? null, hoursLeft };
  } catch {
    return null;
  }
}

/** Where the web port of the settings answers on this machine. */
export const serverAddress = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${isAny(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;

const isAny = (host: string) => ['0.0.0.0', '::', '[::]'].includes(host);
