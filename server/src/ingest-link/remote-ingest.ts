import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import type { Submission } from '../ingest/batch.ts';
import type { SubmissionSink } from '../ingest/ingest.ts';
import { createSubmissionQueue } from '../ingest/submission-queue.ts';
import { PARTITIONS, type PartitionOwner } from '../store/ingest/owners.ts';
import type { LinkMetrics } from './link-metrics.ts';
import { LocalLink, type Outgoing, type OwnerLink, RemoteLink } from './owner-link.ts';
import type { OwnerRoutes } from './owner-routes.ts';
import type { Answer, Receiver } from './sent-submission.ts';

/** Ingest in several processes, for a gateway. */
export interface RemoteIngest extends SubmissionSink {
  /** The partitions whose devices can be served now. */
  reachable(): number;
  close(): void;
}

interface RemoteIngestOptions {
  routes: Omit<OwnerRoutes, 'close'>;
  /** That of the installation. */
  key: Uint8Array;
  logger: Logger;
  metrics: LinkMetrics;
  /** Ingest in this process, which is one of the owners; omitted where there is none. */
  local?: (Receiver & { ownerId: number }) | undefined;
}

/** A submission that is not stored yet, as far as this process knows. */
interface Entry {
  partition: number;
  submission: Submission;
}

/** The present way to the owner of a partition. */
interface Way {
  link: OwnerLink;
  ownerId: number;
  epoch: number;
}

/** After an owner refused a partition: it may be about to take it, or to be replaced. */
const REFUSED_FOR_MS = 100;
/** The end of a gateway waits this long for what its devices sent last. */
const DRAIN_WITHIN_MS = 10_000;

/**
 * Sends submissions to the owners of their partitions, in order for each device. When a partition gets another owner or a
 * link breaks, everything that is not answered is sent again in order; what was stored already is recognised there.
 */
export function createRemoteIngest({ routes, key, logger, metrics, local }: RemoteIngestOptions): RemoteIngest {
  const queue = createSubmissionQueue();
  /** In the order of arrival. */
  const unanswered = new Set<Entry>();
  /** What was sent and not answered, by number. What is sent again has another number. */
  const sent = new Map<number, { entry: Entry; way: Way }>();
  const links = new Map<string, OwnerLink>();
  metrics.watch(() => {
    let messages = 0;
    for (const link of links.values()) messages += link.sentMessages;
    return Math.max(0, queue.waiting().messages - messages);
  });
  const ways: (Way | null)[] = Array.from({ length: PARTITIONS }, () => null);
  /** Until when a partition is not sent again to an owner that refused it. */
  const refusedUntil: number[] = Array.from({ length: PARTITIONS }, () => -Infinity);
  let lastNumber = 0;
  let flushing = false;
  let isClosed = false;
  let idle: (() => void)[] = [];

  const outgoing = (entry: Entry, way: Way): Outgoing => {
    const { partition, submission } = entry;
    const { deviceId, protocol = null, bytes = null, receivedAt, messages } = submission;
    return {
      messages: Math.max(1, messages.length),
      bytes: bytes ?? 1024 * Math.max(1, messages.length),
      sent: () => {
        if (ways[partition] !== way || !unanswered.has(entry)) return null;
        sent.set((lastNumber += 1), { entry, way });
        return [lastNumber, partition, way.epoch, deviceId, protocol, bytes, receivedAt, messages];
      },
    };
  };
  const pumpAll = () => {
    for (const link of links.values()) link.pump();
  };
  const flush = () => {
    flushing = false;
    while (!queue.isEmpty()) {
      for (const submission of queue.take()) {
        const entry = { partition: routes.partitionOf(submission.deviceId), submission };
        unanswered.add(entry);
        const way = ways[entry.partition];
        way?.link.add(outgoing(entry, way));
      }
    }
    pumpAll();
  };
  /** After a link broke: everything of it waits again, in order. */
  const restart = (link: OwnerLink) => {
    for (const [number, { way }] of sent) if (way.link === link) sent.delete(number);
    const all: Outgoing[] = [];
    for (const entry of unanswered) {
      const way = ways[entry.partition];
      if (way?.link === link) all.push(outgoing(entry, way));
    }
    link.restart(all);
  };
  const refuse = (numbers: readonly number[]) => {
    for (const number of numbers) {
      const one = sent.get(number);
      sent.delete(number);
      // Perhaps it is on another way already.
      if (!one || ways[one.entry.partition] !== one.way) continue;
      ways[one.entry.partition] = null;
      refusedUntil[one.entry.partition] = performance.now() + REFUSED_FOR_MS;
    }
    setTimeout(() => routes.refresh(true), REFUSED_FOR_MS + 1);
  };
  const finish = (isStored: boolean, numbers: readonly number[]) => {
    const done: Submission[] = [];
    for (const number of numbers) {
      const entry = sent.get(number)?.entry;
      sent.delete(number);
      if (entry && unanswered.delete(entry)) done.push(entry.submission);
    }
    queue.done(done);
    for (const { onStored, onDropped, deviceId } of done) {
      try {
        if (isStored) onStored();
        else onDropped?.();
      } catch (error) {
        // A failed acknowledgement to one device must not affect the others.
        logger.warn({ reason: reasonOf(error), deviceId }, 'A report could not be acknowledged to its device');
      }
    }
    if (unanswered.size === 0 && queue.isEmpty()) for (const resolve of idle.splice(0)) resolve();
  };
  const answered = (answer: Answer, numbers: readonly number[]) =>
    answer === 'refused' ? refuse(numbers) : finish(answer === 'stored', numbers);

  const linkTo = ({ ownerId, host, port }: PartitionOwner): OwnerLink => {
    const isHere = ownerId === local?.ownerId;
    const name = isHere ? 'here' : `${host} ${port}`;
    const known = links.get(name);
    if (known) return known;
    const link = isHere ? new LocalLink(local, answered) : remoteLink(name, host, port);
    links.set(name, link);
    return link;
  };
  const remoteLink = (name: string, host: string, port: number) =>
    new RemoteLink({
      host,
      port,
      key,
      logger,
      onAnswer: answered,
      onOpened: () => metrics.links([...links.values()].filter(({ isOpen }) => isOpen).length),
      onClosed: () => {
        metrics.links([...links.values()].filter(({ isOpen }) => isOpen).length);
        const own = links.get(name);
        if (own) restart(own);
        // The owner may have been replaced.
        routes.refresh();
      },
    });
  const followRoutes = () => {
    if (isClosed) return;
    const changed = new Set<number>();
    const now = performance.now();
    for (let partition = 0; partition < PARTITIONS; partition += 1) {
      const owner = routes.of(partition);
      const way = ways[partition];
      if (way && way.ownerId === owner?.ownerId && way.epoch === owner.epoch) continue;
      if (now < (refusedUntil[partition] ?? 0)) continue;
      ways[partition] = owner ? { link: linkTo(owner), ownerId: owner.ownerId, epoch: owner.epoch } : null;
      if (owner) changed.add(partition);
    }
    for (const entry of changed.size > 0 ? unanswered : []) {
      // Perhaps one whose move was not known here yet.
      const partition = routes.partitionOf(entry.submission.deviceId);
      if (partition !== entry.partition) {
        entry.partition = partition;
        changed.add(partition);
      }
      const way = ways[entry.partition];
      if (way && changed.has(entry.partition)) way.link.add(outgoing(entry, way));
    }
    for (const [name, link] of links) {
      if (!link.isIdle || ways.some((way) => way?.link === link)) continue;
      links.delete(name);
      link.close();
    }
    pumpAll();
  };
  routes.onRead(followRoutes);
  followRoutes();

  return {
    submit: (submission) => {
      queue.add(submission);
      if (flushing) return;
      flushing = true;
      setImmediate(flush);
    },
    full: queue.full,
    onPressure: queue.onPressure,
    crowded: queue.crowded,
    whenRoom: queue.whenRoom,
    reachable: () => ways.filter((way) => way?.link.isOpen).length,
    drain: () =>
      unanswered.size === 0 && queue.isEmpty()
        ? Promise.resolve()
        : new Promise((resolve) => {
            const timer = setTimeout(resolve, DRAIN_WITHIN_MS);
            idle.push(() => {
              clearTimeout(timer);
              resolve();
            });
          }),
    close: () => {
      isClosed = true;
      for (const link of links.values()) link.close();
    },
  };
}
