import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { giveToPostgres } from '../database/run-as.ts';
import { StartError } from '../errors.ts';
import { type BackupStore, damagedObject } from './backup-store.ts';
import { decompressObject } from './decompress.ts';
import { segmentName, parseSegment, walFolder } from './wal-names.ts';

/** More than the segment of any cluster of ours. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Segments that are read ahead while PostgreSQL replays one. */
const READ_AHEAD = 3n;

interface WalServer {
  /** The setting `restore_command` of the cluster that is being recovered. */
  command: string;
  /** Why PostgreSQL could not be given a file, if that is why it ended. */
  fault(): StartError | null;
  close(): Promise<void>;
}

/**
 * Hands the files of the log out to a PostgreSQL that recovers. It runs as another user in some installations, and
 * neither has the key of the backups nor the access to a bucket.
 * @param store null when there is no log: PostgreSQL then uses that of the copy
 * @param cluster the folder of the cluster; the address is in a folder beside it that only PostgreSQL's user can read
 */
export async function serveWal(
  store: Pick<BackupStore, 'name' | 'get'> | null,
  systemId: string,
  cluster: string,
): Promise<WalServer> {
  let fault: StartError | null = null;
  const ahead = new Map<string, Promise<Buffer | null>>();
  const read = async (name: string): Promise<Buffer | null> => {
    const bytes = await store?.get(`${walFolder(systemId)}${name}`);
    if (!store || !bytes) return null;
    return decompressObject(store, `${walFolder(systemId)}${name}`, bytes, MAX_FILE_BYTES);
  };
  const readAhead = (name: string): Promise<Buffer | null> => {
    const running = ahead.get(name);
    if (running) return running;
    const started = read(name);
    started.catch(() => {});
    ahead.set(name, started);
    return started;
  };
  const answer = async (reading: Promise<Buffer | null>, name: string, response: ServerResponse) => {
    try {
      const bytes = await reading;
      ahead.delete(name);
      if (bytes === null) response.writeHead(404).end();
      else response.writeHead(200).end(bytes);
    } catch (cause) {
      fault ??=
        cause instanceof StartError ? cause : damagedObject(store?.name ?? '', `${walFolder(systemId)}${name}`, cause);
      response.writeHead(500).end();
    }
  };
  const token = randomBytes(16).toString('hex');
  const server = createServer((request, response) => {
    const [, given, name = ''] = (request.url ?? '').split('/');
    if (given !== token || !/^[0-9A-F.a-z]+$/.test(name)) return void response.writeHead(404).end();
    const reading = readAhead(name);
    const parsed = parseSegment(name);
    if (parsed) {
      for (let next = 1n; next <= READ_AHEAD; next++)
        void readAhead(segmentName(parsed.timeline, parsed.segment + next));
    }
    void answer(reading, name, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const folder = addressFolder(cluster);
  const addressFile = path.join(folder, 'address');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await writeFile(addressFile, `http://127.0.0.1:${port}/${token}`, { mode: 0o600 });
  await giveToPostgres(folder);
  const words = [process.execPath, path.join(import.meta.dirname, 'fetch-wal.ts'), addressFile].map(quoted);
  return {
    command: `${words.join(' ')} %f "%p"`,
    fault: () => fault,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The folder with the address from which a cluster in recovery gets its log. */
export const addressFolder = (cluster: string): string => `${cluster}.log`;

/** A word of the command for the shell; a per cent sign begins a placeholder of PostgreSQL. */
function quoted(word: string): string {
  const escaped = word.replaceAll('%', '%%');
  return process.platform === 'win32' ? `"${escaped}"` : `'${escaped.replaceAll("'", String.raw`'\''`)}'`;
}
