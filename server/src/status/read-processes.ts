import { MAX_OWNER_EVENTS, type ServerStatus } from '@milepost/contract/server-status';
import type { Asks } from '../bus/asks.ts';
import { type Peer } from '../bus/peers.ts';
import { processName } from '../database/process-name.ts';
import type { Queryable } from '../store/database.ts';
import { countFreePartitions, listIngestEvents, listOwners, PARTITIONS } from '../store/ingest/owners.ts';
import { VERSION } from '../version.ts';
import type { IngestRates } from './ingest-rates.ts';

interface ProcessSources {
  roles: readonly string[];
  peers: () => Promise<Peer[]>;
  asks: Pick<Asks, 'ask'>;
}

/** A process of this installation, without what it has of the devices. */
type RunningProcess = Omit<ServerStatus['processes'][number], 'partitions'> & { fullName: string };

/** This process and the others, with what each says of itself. */
export async function readProcesses({ roles, peers, asks }: ProcessSources): Promise<RunningProcess[]> {
  const [others, answers] = await Promise.all([peers(), asks.ask('process', {})]);
  const byProcess = new Map(answers.map(({ process, output }) => [process, output]));
  return [
    {
      fullName: processName(roles),
      name: shortName(processName()),
      roles: [...roles],
      startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      ...ownState(),
      isAnswering: true,
    },
    ...others.map(({ name, roles: theirs, startedAt }) => {
      const { version = null, memoryBytes = null } = byProcess.get(name) ?? {};
      return {
        fullName: name,
        name: shortName(name),
        roles: theirs,
        startedAt: startedAt.toISOString(),
        version,
        memoryBytes,
        isAnswering: byProcess.has(name),
      };
    }),
  ];
}

/** The processes with the devices of each, where they share them. */
export async function readOwnership(
  db: Queryable,
  sources: ProcessSources,
): Promise<Pick<ServerStatus, 'processes' | 'owners'>> {
  const [running, owners, free, events] = await Promise.all([
    readProcesses(sources),
    listOwners(db),
    countFreePartitions(db),
    listIngestEvents(db, MAX_OWNER_EVENTS),
  ]);
  const partitions = new Map(owners.map((owner) => [owner.name, owner.partitions]));
  const processes = running.map(({ fullName, ...one }) => ({ ...one, partitions: partitions.get(fullName) ?? null }));
  // A server with all roles shares nothing.
  if (owners.length === 0) return { processes, owners: null };
  const lately = events.map(({ at, owner, kind, partitions: count }) => ({
    at: at.toISOString(),
    process: shortName(owner),
    kind,
    partitions: count,
  }));
  return { processes, owners: { partitions: PARTITIONS, free, events: lately } };
}

/** What this process says of itself. */
export const ownState = () => ({ version: VERSION, memoryBytes: process.memoryUsage.rss() });

/** Such as `4711 on fleet-1`. */
const shortName = (name: string): string => name.replace(/^Milepost | \([a-z, ]+\)$/g, '');

/** The rates of all processes that store positions; null when none answers. */
export async function readIngest(asks: Pick<Asks, 'ask'>): Promise<IngestRates | null> {
  const all = (await asks.ask('ingest', {})).map(({ output }) => output);
  if (all.length === 0) return null;
  const sum = (of: (rates: IngestRates) => number) => all.reduce((total, rates) => total + of(rates), 0);
  const commits = all.flatMap(({ commitS }) => commitS ?? []);
  return {
    positionsPerMinute: all.some(({ positionsPerMinute }) => positionsPerMinute === null)
      ? null
      : sum(({ positionsPerMinute }) => positionsPerMinute ?? 0),
    commitS: commits.length > 0 ? Math.max(...commits) : null,
    waiting: sum(({ waiting }) => waiting),
    connections: sum(({ connections }) => connections),
  };
}
