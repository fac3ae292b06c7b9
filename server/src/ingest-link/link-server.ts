import { createServer, type Socket } from 'node:net';
import { deserialize } from 'node:v8';
import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import type { OwnerAddress } from '../store/ingest/owners.ts';
import { joinLink, type LinkConnection } from './link-connection.ts';
import { KIND, numbersBody } from './link-frames.ts';
import type { LinkMetrics } from './link-metrics.ts';
import { type Answer, type Receiver, type SentSubmission, submitSent } from './sent-submission.ts';

/** Where gateways in processes of their own send what their devices reported. */
export interface LinkServer {
  port: number;
  /** Takes nothing more; what is stored is still acknowledged until `close`. */
  stopReading(): void;
  close(): Promise<void>;
}

interface LinkServerOptions extends OwnerAddress, Receiver {
  /** That of the installation. */
  key: Uint8Array;
  logger: Logger;
  metrics: LinkMetrics;
}

/** What one gateway may have unanswered: several batches, so that there is always one to write. */
const CREDIT = { messages: 8000, bytes: 16 * 1024 * 1024 };
/** Connections that have not proved to have the key. */
const MAX_UNPROVED = 64;
/** The same from one address, which so cannot keep the gateways of others out. */
const MAX_UNPROVED_OF_ADDRESS = 8;

export async function startLinkServer(options: LinkServerOptions): Promise<LinkServer> {
  const { host, port, key, sink, logger, metrics } = options;
  const links = new Set<LinkConnection>();
  const unproved = new Map<string, number>();
  const countUnproved = (from: string, change: 1 | -1) => {
    const count = (unproved.get(from) ?? 0) + change;
    if (count === 0) unproved.delete(from);
    else unproved.set(from, count);
  };
  const mayTry = (from: string) =>
    (unproved.get(from) ?? 0) < MAX_UNPROVED_OF_ADDRESS &&
    [...unproved.values()].reduce((sum, count) => sum + count, 0) < MAX_UNPROVED;
  let isStopping = false;
  const update = () => {
    for (const link of links) {
      if (isStopping || sink.full()) link.pause();
      else link.resume();
    }
  };
  sink.onPressure(update);

  const accept = (socket: Socket) => {
    const from = socket.remoteAddress ?? 'unknown';
    if (isStopping || !mayTry(from)) {
      metrics.refused();
      socket.destroy();
      return;
    }
    countUnproved(from, 1);
    let isOpen = false;
    const reply = gatherReplies((kind, body) => link.send(kind, body));
    const link = joinLink(socket, 'ingest', key, {
      opened: () => {
        isOpen = true;
        countUnproved(from, -1);
        links.add(link);
        metrics.links(links.size);
        logger.info({ from }, 'A gateway has connected');
        link.send(KIND.credit, Buffer.from(JSON.stringify(CREDIT)));
        update();
      },
      frame: (kind, body) => {
        if (kind === KIND.submit) submitAll(body, options, reply);
      },
      closed: (reason, isFault) => {
        links.delete(link);
        metrics.links(links.size);
        if (!isOpen) countUnproved(from, -1);
        if (isFault) metrics.refused();
        if (isOpen) logger.info({ from, reason }, 'The connection to a gateway has ended');
        else logger.debug({ from, reason }, 'A connection to the port for gateways was refused');
      },
    });
  };

  const server = createServer({ noDelay: true }, accept);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  server.on('error', (error) => logger.warn({ reason: reasonOf(error) }, 'The port for gateways reported an error'));
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stopReading: () => {
      isStopping = true;
      update();
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      // The last acknowledgements are sent in the present turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      for (const link of links) link.end();
      await closed;
    },
  };
}

/** Gathers the numbers of one turn of the event loop: a commit answers hundreds of submissions. */
function gatherReplies(send: (kind: number, body: Buffer) => void): (answer: Answer, number: number) => void {
  const waiting = new Map<Answer, number[]>();
  const flush = () => {
    for (const [answer, numbers] of waiting) send(KIND[answer], numbersBody(numbers));
    waiting.clear();
  };
  return (answer, number) => {
    if (waiting.size === 0) setImmediate(flush);
    const numbers = waiting.get(answer);
    if (numbers) numbers.push(number);
    else waiting.set(answer, [number]);
  };
}

function submitAll(body: Buffer, receiver: Receiver, reply: (answer: Answer, number: number) => void): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved to be from a gateway of this version
  for (const sent of deserialize(body) as SentSubmission[]) submitSent(sent, receiver, reply);
}
