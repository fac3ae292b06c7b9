import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type DatabaseHost, hostsOf, urlOfHost } from './several-hosts.ts';

/** A host that does not answer within this time counts as away. */
const ANSWER_MS = 2000;
/** The pause between two looks at the primary that is in use. */
const WATCH_MS = 1500;
/** After the first primary answered, another one has this time to say that it is a newer one. */
const OTHERS_MS = 300;

/** A host that accepts writes, and which history it writes: each promotion of a standby begins a higher one. */
interface Primary extends DatabaseHost {
  timeline: number;
}

/**
 * Finds which of several hosts is the primary, and again when it has moved. One for each list of hosts, shared by all
 * connections of the process.
 */
export class PrimaryFinder {
  readonly #url: string;
  readonly #hosts: readonly DatabaseHost[];
  #known: Primary | null = null;
  #finding: Promise<Primary> | null = null;
  /** The highest timeline seen: a former primary that wakes up does not get connections again. */
  #timeline = 0;
  /** What ends the open connections of each primary. */
  readonly #open = new Map<() => void, Primary>();
  #watches = false;

  constructor(url: string, hosts: readonly DatabaseHost[]) {
    this.#url = url;
    this.#hosts = hosts;
  }

  /** The present primary. @throws Error when no host accepts writes now */
  find(): Promise<Primary> {
    if (this.#known) return Promise.resolve(this.#known);
    this.#finding ??= this.#look().finally(() => (this.#finding = null));
    return this.#finding;
  }

  /** A connection to it failed, or it turned out to be a standby. */
  forget(primary: Primary): void {
    if (this.#known === primary) this.#known = null;
  }

  /** Registers an open connection, which is ended when another host has become the primary. */
  add(primary: Primary, endConnection: () => void): void {
    this.#open.set(endConnection, primary);
    if (this.#watches) return;
    this.#watches = true;
    void this.#watch();
  }

  remove(endConnection: () => void): void {
    this.#open.delete(endConnection);
  }

  async #look(): Promise<Primary> {
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
    const found: Primary[] = [];
    const faults: string[] = [];
    const looks = this.#hosts.map(async (host) => {
      try {
        const timeline = await readTimeline(urlOfHost(this.#url, host));
        const isOutdated = timeline !== null && timeline < this.#timeline;
        if (timeline !== null && !isOutdated) {
          found.push({ ...host, timeline });
          setTimeout(settle, OTHERS_MS);
        } else faults.push(`${host.host}:${host.port} is ${isOutdated ? 'a former primary' : 'a standby'}`);
      } catch (error) {
        faults.push(`${host.host}:${host.port}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
    await Promise.race([Promise.all(looks), settled]);
    const newest = found.toSorted((a, b) => b.timeline - a.timeline)[0];
    if (!newest) throw new Error(`No host of the database accepts writes (${faults.join('; ')})`);
    this.#timeline = newest.timeline;
    const known = this.#known;
    if (known?.host === newest.host && known.port === newest.port && known.timeline === newest.timeline) return known;
    this.#known = newest;
    for (const [endConnection, primary] of this.#open) {
      if (primary.timeline < newest.timeline) endConnection();
    }
    return newest;
  }

  /**
   * Looks again and again where the primary is. A connection to a machine that is gone would otherwise wait for its
   * timeout, while the next primary already accepts writes; and one to a former primary would wait for its standby.
   */
  async #watch(): Promise<void> {
    while (this.#open.size > 0) {
      await delay(WATCH_MS, undefined, { ref: false });
      const before = this.#known;
      await this.#look().catch(() => before && this.forget(before));
    }
    this.#watches = false;
  }
}

/** The timeline that a host writes; null if it is a standby. */
async function readTimeline(url: string): Promise<number | null> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'milepost-primary',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ file: string | null }>(
      'SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_walfile_name(pg_current_wal_lsn()) END AS file',
    );
    const file = rows[0]?.file;
    return file == null ? null : Number.parseInt(file.slice(0, 8), 16);
  } finally {
    // Not awaited: a host that does not answer does not close a connection either.
    void client.end().catch(() => {});
  }
}

const finders = new Map<string, PrimaryFinder>();

/** The finder of a URL; null if it has one host. */
export function finderOf(url: string): PrimaryFinder | null {
  const hosts = hostsOf(url);
  if (hosts.length < 2) return null;
  const known = finders.get(url) ?? new PrimaryFinder(url, hosts);
  finders.set(url, known);
  return known;
}
