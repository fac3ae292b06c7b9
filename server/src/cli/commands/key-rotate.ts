import { text } from 'node:stream/consumers';
import { noteKeyChange } from '../../backup/backup-state.ts';
import { rotateKey } from '../../auth/rotate-key.ts';
import { openAlone } from '../../database/open.ts';
import { requireThisVersion } from '../../database/database-version.ts';
import { defineCommand, UsageError } from '../command.ts';
import { openPool } from '../../database/client.ts';

export const keyRotate = defineCommand({
  options: {
    'key-stdin': {
      help: 'reads the new key, 64 hexadecimal digits, from standard input; needed where SECRET_KEY is set',
    },
    'end-recovery-codes': { help: 'also ends all recovery codes of two-factor sign-in, after the key leaked' },
  },
  details: `Encrypts the secrets of two-factor sign-in, webhooks and push with a new key, in one transaction. Stop the server before.
Without SECRET_KEY a new key is made and replaces DATA_DIR/secret.key; killed at any moment, the next start finds the right
one. With SECRET_KEY, make a key (openssl rand -hex 32), keep it, give it to standard input, and then set SECRET_KEY to it.
Backups from before need the old key, which they contain. Browsers count as new at the next sign-in.`,
  run: async (context, { 'key-stdin': fromInput, 'end-recovery-codes': endRecoveryCodes }) => {
    const { config, logger, print, input = () => text(process.stdin) } = context;
    const { databaseUrl, dataDir, secretKey: given, backup } = config();
    if (given !== null && !fromInput) throw new UsageError('SECRET_KEY is set: give the new key with --key-stdin.');
    if (given === null && fromInput)
      throw new UsageError('--key-stdin is for a server with SECRET_KEY; this one has a key file.');
    const next = fromInput ? (await input()).trim() : null;
    if (next !== null && !/^[0-9a-f]{64}$/i.test(next)) throw new UsageError('The key must be 64 hexadecimal digits.');
    const { url, close } = await openAlone({ databaseUrl, dataDir, logger });
    const database = openPool({ connectionString: url, max: 1 });
    try {
      await requireThisVersion(database);
      const { resealed, unreadable } = await rotateKey(database, { given, dataDir, next, endRecoveryCodes });
      print(`${resealed} secrets have the new key.`);
      if (unreadable > 0) print(`${unreadable} could not be opened with the old key either, and stay as they are.`);
      await noteKeyChange(dataDir);
      print(
        backup === null
          ? 'Backups made before now contain the old key, and cannot be restored to a later moment without the new one: make a backup.'
          : 'Backups made before now contain the old key: the next start of the server makes a new one.',
      );
      if (given !== null) print('Set SECRET_KEY to the new key before you start the server.');
    } finally {
      await database.end();
      await close();
    }
  },
});
