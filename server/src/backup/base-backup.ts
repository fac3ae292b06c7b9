import type { Connection } from 'pg';
import type { Client } from 'pg';
import { DatabaseClient } from '../database/client.ts';

interface BaseBackupResult {
  /** Where its write-ahead log begins and ends, such as `0/2000028`. */
  startLsn: string;
  endLsn: string;
  timeline: number;
  /** PostgreSQL's description of every file: size and checksum. */
  manifest: Buffer;
}

interface BaseBackupOptions {
  url: string;
  /** Called with each piece of the tar stream, in order; the next one is not sent before it resolves. */
  write: (bytes: Buffer) => Promise<void>;
  signal: AbortSignal;
}

/** The rows, result sets and copied data of one command, as the driver passes them on. */
interface Submitted {
  submit(connection: Connection): void;
  handleRowDescription(): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleCommandComplete(): void;
  handleEmptyQuery(): void;
  handlePortalSuspended(): void;
  handleCopyInResponse(): void;
  handleCopyData(message: { chunk: Buffer }, connection: Connection): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

/** SHA-256 is checked at every restore; the log that the copy needs comes with it, so that it can be started alone. */
const COMMAND = `BASE_BACKUP (LABEL 'milepost', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`;

/**
 * Copies a running cluster by PostgreSQL's replication protocol ("BASE_BACKUP" in chapter 54.4 of its manual). Nothing
 * is locked: what changes meanwhile is in the log that comes with the copy.
 */
export async function takeBaseBackup({ url, write, signal }: BaseBackupOptions): Promise<BaseBackupResult> {
  // The log since the beginning must not be recycled before it is copied; the slot ends with its connection.
  const holder = new DatabaseClient({ connectionString: url });
  const client = new DatabaseClient({ connectionString: replicationUrl(url), application_name: 'milepost-backup' });
  for (const one of [holder, client]) one.on('error', () => {});
  const stop = () => {
    for (const one of [holder, client]) void one.end().catch(() => {});
  };
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', stop);
    await holder.connect();
    await holder.query("SELECT pg_create_physical_replication_slot('milepost_copy_' || pg_backend_pid(), true, true)");
    await client.connect();
    return await copyCluster(client, write);
  } catch (fault) {
    signal.throwIfAborted();
    throw fault;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** The address of a replication connection. */
function replicationUrl(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.set('replication', 'true');
  return parsed.toString();
}

function copyCluster(client: Client, write: BaseBackupOptions['write']): Promise<BaseBackupResult> {
  return new Promise((resolve, reject) => {
    const rows: (string | null)[][] = [];
    const manifest: Buffer[] = [];
    let into: 'archive' | 'manifest' = 'archive';
    let fault: Error | null = null;
    const pieces: Buffer[] = [];
    let writing = false;
    let ended = false;
    const finish = () => {
      if (!ended || writing || pieces.length > 0) return;
      const [start, end] = [rows[0], rows.at(-1)];
      if (fault) reject(fault);
      else if (!start?.[0] || !end?.[0]) reject(new Error('PostgreSQL sent an incomplete copy'));
      else {
        const [startLsn, endLsn, timeline] = [start[0], end[0], Number(end[1])];
        resolve({ startLsn, endLsn, timeline, manifest: Buffer.concat(manifest) });
      }
    };
    const drain = async (connection: Connection) => {
      writing = true;
      try {
        while (pieces.length > 0) await write(Buffer.concat(pieces.splice(0)));
      } catch (error) {
        pieces.length = 0;
        fault = error instanceof Error ? error : new Error(String(error));
        connection.stream.destroy(fault);
        ended = true;
      }
      writing = false;
      connection.stream.resume();
      finish();
    };
    const query: Submitted = {
      submit: (connection) => connection.query(COMMAND),
      handleRowDescription: () => {},
      handleDataRow: ({ fields }) => void rows.push(fields),
      handleCommandComplete: () => {},
      handleEmptyQuery: () => {},
      handlePortalSuspended: () => {},
      handleCopyInResponse: () => {},
      handleCopyData: ({ chunk }, connection) => {
        // The first byte is the kind of the message: new archive, manifest begins, data, progress.
        const kind = String.fromCodePoint(chunk[0] ?? 0);
        if (kind === 'm') into = 'manifest';
        if (kind !== 'd') return;
        const data = Buffer.from(chunk.subarray(1));
        if (into === 'manifest') manifest.push(data);
        else pieces.push(data);
        if (writing || pieces.length === 0) return;
        connection.stream.pause();
        void drain(connection);
      },
      handleReadyForQuery: () => {
        ended = true;
        finish();
      },
      handleError: (error) => {
        fault ??= error;
        ended = true;
        finish();
      },
    };
    client.query(query);
  });
}
