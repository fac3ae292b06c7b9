import { parentPort } from 'node:worker_threads';
import { ChunkError } from '../chunks/chunk-error.ts';
import { reasonOf } from '../../fault.ts';
import { makeChunk } from './make-chunk.ts';
import type { PackReply, PackRequest } from './pack-thread.ts';

const reply = (message: PackReply) => parentPort?.postMessage(message, []);

parentPort?.on('message', ({ kind, one, sent, earlier }: PackRequest) => {
  try {
    reply({ made: makeChunk(kind, one, sent, earlier) });
  } catch (error) {
    if (error instanceof ChunkError) reply({ damaged: error.reason, message: error.message });
    else reply({ refused: reasonOf(error) });
  }
});
