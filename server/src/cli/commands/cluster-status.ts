import { findRightKey } from '../../auth/open-secrets.ts';
import { createSecretBox } from '../../auth/secret-box.ts';
import { createAsks } from '../../bus/asks.ts';
import { createNotifyBus, type NotifyBus } from '../../bus/notify-bus.ts';
import { listPeers, type Peer } from '../../bus/peers.ts';
import { processName } from '../../database/process-name.ts';
import type { Role } from '../../roles/role-names.ts';
import {
  countFreePartitions,
  type IngestEvent,
  listIngestEvents,
  listOwners,
  PARTITIONS,
} from '../../store/ingest/owners.ts';
import { StartError } from '../../errors.ts';
import { defineCommand } from '../command.ts';
import type { Pool } from 'pg';
import { openPool } from '../../database/client.ts';

export const clusterStatus = defineCommand({
  options: {},
  details: `Prints the processes that are connected to DATABASE_URL, with their roles, and what each says of itself: version, memory, and
where positions are stored the rate, the messages that wait and the connections of devices. Where several processes share the
devices, also how many of the 64 partitions each has, and what happened to them lately. Ends with 1 if one process does not
answer, none stores positions, or a partition has none. It asks them with the secret key of the installation, so it needs SECRET_KEY or DATA_DIR.`,
  run: async ({ config, logger, print }) => {
    const { databaseUrl, secretKey, dataDir } = config();
    if (databaseUrl === null) {
      throw new StartError(
        'The embedded database has one process. Several need a database of their own: DATABASE_URL.',
      );
    }
    const pool = openPool({ connectionString: databaseUrl, max: 1, application_name: 'milepost-command' });
    pool.on('error', () => {});
    let bus: NotifyBus | null = null;
    try {
      const key = await findRightKey(pool, { given: secretKey, dataDir });
      bus = await createNotifyBus({ url: databaseUrl, key: createSecretBox(key).busKey, logger, onGap: () => {} });
      const peers = await listPeers(pool);
      const others = new Set(peers.map(({ name }) => name));
      const asks = createAsks({
        bus,
        process: processName(),
        others: (question) =>
          Promise.resolve(
            question === 'ingest'
              ? new Set(peers.filter((one) => has(one, 'gateway') || has(one, 'ingest')).map(({ name }) => name))
              : others,
          ),
        logger,
      });
      const [answers, rates] = await Promise.all([asks.ask('process', {}), asks.ask('ingest', {})]);
      const partitions = await partitionsByName(pool);
      const free = await countFreePartitions(pool);
      const states = new Map(answers.map(({ process: name, output }) => [name, output]));
      const ingest = new Map(rates.map(({ process: name, output }) => [name, output]));
      for (const peer of peers) {
        const { name, startedAt } = peer;
        const state = states.get(name);
        const rate = ingest.get(name);
        print(
          [
            `${name}, since ${startedAt.toISOString().slice(0, 19)}Z`,
            state ? `version ${state.version}, ${Math.round(state.memoryBytes / 1e6)} MB of memory` : 'does not answer',
            ...(partitions.has(name) ? [`${partitions.get(name)} of ${PARTITIONS} partitions`] : []),
            ...(rate
              ? [
                  has(peer, 'ingest') && rate.positionsPerMinute !== null
                    ? `${Math.round(rate.positionsPerMinute)} positions a minute`
                    : [],
                  `${rate.waiting} messages wait`,
                  has(peer, 'gateway') ? `${rate.connections} connections of devices` : [],
                ].flat()
              : []),
          ].join(', '),
        );
      }
      if (storing(peers).length === 0) print('No process stores positions.');
      // A server that does everything has no partitions.
      const isShared = partitions.size > 0;
      if (isShared) await printEvents(pool, print);
      if (isShared && free > 0) print(`${free} of ${PARTITIONS} partitions have no process.`);
      return storing(peers).length > 0 && !(isShared && free > 0) && peers.every(({ name }) => states.has(name))
        ? 0
        : 1;
    } finally {
      await bus?.stop();
      await pool.end();
    }
  },
});

const EVENTS = 10;
const EVENT_WORDS: Readonly<Record<IngestEvent['kind'], string>> = {
  taken: 'took',
  'handed-over': 'handed over',
  lost: 'lost',
};

async function printEvents(pool: Pool, print: (line: string) => void): Promise<void> {
  for (const { at, owner, kind, partitions } of await listIngestEvents(pool, EVENTS)) {
    print(`${at.toISOString().slice(0, 19)}Z ${owner} ${EVENT_WORDS[kind]} ${partitions} partitions`);
  }
}

async function partitionsByName(pool: Pool): Promise<Map<string, number>> {
  const owners = await listOwners(pool);
  return new Map(owners.map(({ name, partitions }) => [name, partitions]));
}

const has = ({ roles }: Peer, role: Role): boolean => roles.includes(role);
const storing = (peers: readonly Peer[]): Peer[] => peers.filter((one) => has(one, 'ingest'));
