import { findRightKey } from '../../auth/open-secrets.ts';
import { createSecretBox } from '../../auth/secret-box.ts';
import { createAsks } from '../../bus/asks.ts';
import { createNotifyBus, type NotifyBus } from '../../bus/notify-bus.ts';
import { listPeers, type Peer } from '../../bus/peers.ts';
import { processName } from '../../database/process-name.ts';
import type { Role } from '../../roles/role-names.ts';
import { StartError } from '../../errors.ts';
import { defineCommand } from '../command.ts';
import { openPool } from '../../database/client.ts';

export const clusterStatus = defineCommand({
  options: {},
  details: `Prints the processes that are connected to DATABASE_URL, with their roles, and what each says of itself: version, memory, and
where positions are stored the rate, the messages that wait and the connections of devices. Ends with 1 if one does not
answer, or none stores positions. It asks them with the secret key of the installation, so it needs SECRET_KEY or DATA_DIR.`,
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
      return storing(peers).length > 0 && peers.every(({ name }) => states.has(name)) ? 0 : 1;
    } finally {
      await bus?.stop();
      await pool.end();
    }
  },
});

const has = ({ roles }: Peer, role: Role): boolean => roles.includes(role);
const storing = (peers: readonly Peer[]): Peer[] => peers.filter((one) => has(one, 'ingest'));
