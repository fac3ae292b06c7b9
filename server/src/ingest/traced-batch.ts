import { type SpanContext, startSpan, tracedRoot } from '../trace/trace.ts';
import type { Batch, Submission } from './batch.ts';

/** Begins the span of a frame at its receipt. */
export function tracedFrame(submission: Submission): Submission {
  const { protocol, deviceId, receivedAt, messages } = submission;
  const attributes = { 'milepost.protocol': protocol, 'milepost.device.id': deviceId, messages: messages.length };
  const span = startSpan('frame', { kind: 'consumer', parent: null, startMs: receivedAt, attributes });
  return { ...submission, span };
}

/**
 * Writes a batch as a span. Many frames share a commit, so it is a trace of its own: the span of each frame refers to
 * it, and it to the frames. It is traced when one of the frames is.
 */
export async function tracedBatch<Result>(batch: Batch, write: () => Promise<Result>): Promise<Result> {
  const frames = batch.submissions.flatMap(({ span }) => span ?? []);
  if (frames.length === 0) return write();
  const attributes = { frames: batch.submissions.length, positions: batch.positions.length };
  const links: SpanContext[] = frames.map(({ context }) => context);
  return tracedRoot('commit', { parent: null, always: true, links, attributes }, async (commit) => {
    const written = await write();
    for (const frame of frames) {
      if (commit) frame.link(commit.context);
      frame.end();
    }
    return written;
  });
}
