import { ANSWER_MINUTES } from '@milepost/contract/command-kinds';
import type { Command } from '@milepost/protocols/types';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import {
  answerCommand,
  awaitsAnswer,
  type CarriedDevice,
  carriedDevice,
  claimCommand,
  devicesAwaitingReply,
  devicesAwaited,
  type DueCommand,
  expireCommands,
  failCommand,
  isStillAllowed,
  nextCommand,
  unclaimCommand,
  writeProtocols,
} from '../store/commands/command-queue.ts';
import type { Database } from '../store/database.ts';
import { StandingWatch, whyNotStop } from './stop-safety.ts';

/** Where a device can be spoken to now. */
export interface Listener {
  /** Name of the protocol that it speaks. */
  readonly protocol: string;
  /** Whether anything can be sent to it now. `arrived` again once that changes. */
  hears(): boolean;
  /** Sends a command; false where its protocol cannot say it, and nothing was sent. */
  say(command: Command): boolean;
}

/** Hands what people ask of devices to those that are there, each once, one after the other. */
export interface CommandDispatcher {
  arrived(deviceId: number, listener: Listener): void;
  /** A device said something: where a newer conversation with it has ended, this one takes its commands again. */
  heard(deviceId: number, listener: Listener): void;
  left(deviceId: number, listener: Listener): void;
  /** A device answered to a command. */
  answered(deviceId: number, text: string): void;
  /** Resolves once nothing is done for a device any more: whatever it can be told now, it was told. */
  settled(deviceId: number): Promise<void>;
  close(): Promise<void>;
}

interface DispatcherOptions {
  database: Database;
  bus: Bus;
  logger: Logger;
  /** How often what waits is looked for, besides when something happens. */
  everyMs?: number;
}

const LOOK_EVERY_MS = 5000;
/** The next command waits so long for the answer to the one before. */
const ANSWER_S = 30;
/** Of a conversation, these many newest commands are remembered. */
const MOST_SENT = 10;
/** Answers that are kept while the database is away. */
const MOST_UNWRITTEN = 1000;
/** One that is older belongs to no command any more. */
const ANSWER_MS = ANSWER_MINUTES * 60_000;

interface Answer {
  deviceId: number;
  text: string;
  /** Commands of the conversation in which it came. */
  to: readonly number[];
  /** Protocol of the conversation; null where that has ended. */
  protocol: string | null;
  /** Epoch milliseconds. */
  at: number;
}

export async function createCommandDispatcher({
  database,
  bus,
  logger,
  everyMs = LOOK_EVERY_MS,
}: DispatcherOptions): Promise<CommandDispatcher> {
  /** The newest conversation with each device. */
  const listeners = new Map<number, Listener>();
  /** Devices for which something may wait: no other is looked up when it arrives. */
  const awaited = new Set(await devicesAwaited(database));
  /** Commands of a conversation. */
  const sentTo = new WeakMap<Listener, number[]>();
  /** Answers that could not be written yet, in the order in which they came. */
  let unwritten: Answer[] = [];
  /** Devices that may answer: what others send as an answer nobody asked for. */
  const awaitingReply = new Set(await devicesAwaitingReply(database));
  /** Of devices whose engine stop waits until their vehicle stands. */
  const watches = new Map<number, StandingWatch>();
  /** Per device, what is done for it now: one after the other. */
  const busy = new Map<number, Promise<void>>();
  let closed = false;

  const after = (deviceId: number, work: () => Promise<void>) => {
    const before = busy.get(deviceId);
    const run = async () => {
      await before;
      try {
        await work();
      } catch (error) {
        logger.error({ error, deviceId }, 'A command could not be handled');
      }
      if (busy.get(deviceId) === done) busy.delete(deviceId);
    };
    const done: Promise<void> = run();
    busy.set(deviceId, done);
  };

  /** Whether an engine may be stopped now; ends the command where it is not to wait for that. */
  const mayStop = async (deviceId: number, { id, whenStanding }: DueCommand, now: CarriedDevice): Promise<boolean> => {
    if (whenStanding) {
      const known = watches.get(deviceId);
      if (known) return known.see(now, Date.now());
      const watch = new StandingWatch();
      watches.set(deviceId, watch);
      // What was stored between the first look and the watch is seen by neither.
      const current = await carriedDevice(database, deviceId);
      return current?.vehicleId === now.vehicleId && watch.see(current, Date.now());
    }
    const fault = whyNotStop(now, Date.now());
    if (fault) await failCommand(database, id, fault);
    return fault === null;
  };

  /**
   * Hands over the command whose turn it is. @returns whether to look for another at once
   * @param standing false: one that waits until the vehicle stands goes on waiting
   */
  const handOver = async (deviceId: number, standing = true): Promise<boolean> => {
    const due = await nextCommand(database, deviceId, standing);
    if (standing && !due?.whenStanding) watches.delete(deviceId);
    if (!due) {
      if (standing) awaited.delete(deviceId);
      return false;
    }
    if (await awaitsAnswer(database, deviceId, ANSWER_S)) return false;
    const carried = await carriedDevice(database, deviceId);
    if (carried?.vehicleId !== due.vehicleId) {
      // It would reach another vehicle, perhaps one that drives.
      watches.delete(deviceId);
      await failCommand(database, due.id, 'elsewhere');
      return true;
    }
    if (due.protocol !== null && listeners.get(deviceId)?.protocol !== due.protocol) {
      // Its words would be garbage to the device, or mean something else.
      await failCommand(database, due.id, 'protocol-changed');
      return true;
    }
    if (!(await isStillAllowed(database, due.id))) {
      await failCommand(database, due.id, 'right-lost');
      return true;
    }
    if (due.mayStop && !(await mayStop(deviceId, due, carried))) {
      // Where a stolen vehicle is must be asked while it drives.
      return due.whenStanding ? handOver(deviceId, false) : true;
    }
    // From here on it is never sent again, whatever happens: a second engine stop may come hours later.
    if (!(await claimCommand(database, due.id))) return true;
    const listener = listeners.get(deviceId);
    // While that was written the device may have left, or come back with another protocol.
    if (!listener?.hears() || (due.protocol !== null && listener.protocol !== due.protocol)) {
      await unclaimCommand(database, due.id);
      return listener?.hears() === true;
    }
    if (due.whenStanding) watches.delete(deviceId);
    if (listener.say(due.command)) {
      awaitingReply.add(deviceId);
      sentTo.set(listener, [...(sentTo.get(listener) ?? []), due.id].slice(-MOST_SENT));
      return false;
    }
    await failCommand(database, due.id, 'not-taken', 'sent');
    return true;
  };

  const acceptsCommands = (deviceId: number): boolean => listeners.get(deviceId)?.hears() === true;

  const deliver = (deviceId: number) => {
    if (closed || !awaited.has(deviceId) || !acceptsCommands(deviceId) || busy.has(deviceId)) return;
    after(deviceId, async () => {
      let more = true;
      while (more) more = !closed && acceptsCommands(deviceId) && (await handOver(deviceId));
    });
  };

  const bufferAnswer = (answer: Answer) => {
    if (unwritten.length < MOST_UNWRITTEN) unwritten.push(answer);
  };
  const writeAnswer = async ({ deviceId, text, to, protocol }: Answer) => {
    const id = await answerCommand(database, deviceId, text, to, protocol);
    if (id === null) awaitingReply.delete(deviceId);
    else bus.publish('command-ended', { deviceId, id });
  };

  const writeUnwritten = async () => {
    const current = unwritten.filter(({ at }) => Date.now() - at < ANSWER_MS);
    unwritten = [];
    for (const [index, answer] of current.entries()) {
      try {
        await writeAnswer(answer);
      } catch (error) {
        unwritten = [...current.slice(index), ...unwritten];
        throw error;
      }
    }
  };

  /** Devices by the protocol in which they were heard, where that is not written yet. */
  const unwrittenProtocols = new Map<number, string>();
  const look = async () => {
    // What cannot be written holds nothing else up.
    await writeUnwritten().catch((error: unknown) => logger.warn({ error }, 'Answers could not be written yet'));
    const entries = [...unwrittenProtocols];
    await writeProtocols(database, entries);
    for (const [deviceId, protocol] of entries)
      if (unwrittenProtocols.get(deviceId) === protocol) unwrittenProtocols.delete(deviceId);
    await expireCommands(database);
    for (const deviceId of await devicesAwaited(database)) awaited.add(deviceId);
    for (const deviceId of awaited) deliver(deviceId);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => logger.warn({ error }, 'Waiting commands were not looked for'));
  }, everyMs);
  timer.unref();
  const stops = [
    bus.subscribe('command-made', ({ deviceIds }) => {
      for (const deviceId of deviceIds) {
        awaited.add(deviceId);
        deliver(deviceId);
      }
    }),
    bus.subscribe('stored', ({ states }) => {
      if (watches.size === 0) return;
      for (const { deviceId, fixTime, fixByReceipt, receivedAt, speedKph, lat, lon } of states) {
        const watch = watches.get(deviceId);
        if (!watch || fixByReceipt || fixTime === null || receivedAt === null || lat === null || lon === null) continue;
        if (watch.see({ fixTime: Math.min(fixTime, receivedAt), speedKph, lat, lon }, Date.now())) deliver(deviceId);
      }
    }),
  ];

  const arrived = (deviceId: number, listener: Listener) => {
    listeners.set(deviceId, listener);
    unwrittenProtocols.set(deviceId, listener.protocol);
    deliver(deviceId);
  };

  return {
    arrived,
    heard: (deviceId, listener) => {
      if (!listeners.has(deviceId)) arrived(deviceId, listener);
    },
    left: (deviceId, listener) => {
      if (listeners.get(deviceId) === listener) listeners.delete(deviceId);
    },
    answered: (deviceId, text) => {
      if (!awaitingReply.has(deviceId)) return;
      const listener = listeners.get(deviceId);
      after(deviceId, async () => {
        const answer = {
          deviceId,
          text,
          to: (listener && sentTo.get(listener)) ?? [],
          protocol: listener?.protocol ?? unwrittenProtocols.get(deviceId) ?? null,
          at: Date.now(),
        };
        // Answers come in the order of commands: not before one that waits.
        if (unwritten.some((one) => one.deviceId === deviceId)) return bufferAnswer(answer);
        try {
          await writeAnswer(answer);
        } catch (error) {
          // A device says it once.
          bufferAnswer(answer);
          throw error;
        }
      });
      void busy.get(deviceId)?.finally(() => deliver(deviceId));
    },
    settled: async (deviceId) => {
      for (let work = busy.get(deviceId); work; work = busy.get(deviceId)) await work;
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      for (const stop of stops) stop();
      await Promise.all(busy.values());
    },
  };
}
