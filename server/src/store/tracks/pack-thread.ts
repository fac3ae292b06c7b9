import { Worker } from 'node:worker_threads';
import { ChunkError } from '../chunks/chunk-error.ts';
import type { DeviceDay } from '../chunks/device-day.ts';
import type { MadeChunk } from './make-chunk.ts';
import type { MakeChunk } from './pack-days.ts';
import type { PackedKind } from './packed-days.ts';
import type { SentRows } from './row-columns.ts';

/** Messages to and from the thread. */
export interface PackRequest {
  kind: PackedKind;
  one: DeviceDay;
  sent: SentRows;
  earlier: Uint8Array | null;
}
export type PackReply = { made: MadeChunk } | { damaged: ChunkError['reason']; message: string } | { refused: string };

/** A million rows with attributes, with room. */
const MAX_MEMORY_MB = 1500;

/** Most of what it allocates is garbage a day of a device later: a fifth of its time went into collecting it. */
const YOUNG_MEMORY_MB = 128;

/** A thread that packs, so that the event loop, which serves devices and people, does not wait for it. */
export interface PackThread {
  make: MakeChunk;
  close(): Promise<void>;
}

/** A thread that ends, because a day needs more memory than it has, is replaced at the next day. */
export function startPackThread(maxMemoryMb = MAX_MEMORY_MB): PackThread {
  let running: Worker | null = null;
  const start = (): Worker => {
    const worker = new Worker(new URL('./pack-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
    });
    worker.unref();
    const forget = () => {
      if (running === worker) running = null;
    };
    worker.once('error', forget);
    worker.once('exit', forget);
    return worker;
  };
  return {
    make: async (kind, one, sent, earlier) => {
      const request: PackRequest = { kind, one, sent, earlier };
      const worker = (running ??= start());
      worker.postMessage(request, []);
      const reply = await replyOf(worker);
      if ('made' in reply) return reply.made;
      if ('damaged' in reply) throw new ChunkError(reply.damaged, reply.message);
      throw new Error(reply.refused);
    },
    close: async () => {
      await running?.terminate();
    },
  };
}

/** The next message of the thread; rejected with the error that ends it. */
const replyOf = (worker: Worker): Promise<PackReply> =>
  new Promise((resolve, reject) => {
    const end = () => {
      worker.off('message', received);
      worker.off('error', failed);
      worker.off('exit', ended);
    };
    const received = (reply: PackReply) => {
      end();
      resolve(reply);
    };
    const failed = (error: Error) => {
      end();
      reject(error);
    };
    const ended = () => failed(new Error('the thread that packs ended'));
    worker.on('message', received);
    worker.on('error', failed);
    worker.on('exit', ended);
  });
