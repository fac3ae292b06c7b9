import { randomBytes } from 'node:crypto';
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

/** A conversation through which commands reach a device. */
export interface Listener {
  /** The name of the device's protocol. */
  readonly protocol: string;
  /** True when it ends with one request, so that it never remains behind. */
  readonly isBrief?: true;
  /** True when a command can be sent now. The device `arrived` once more when this becomes true. */
  acceptsCommands(): boolean;
  /** Sends a command. Returns false, and sends nothing, when the protocol cannot express it. */
  send(command: Command): boolean;
}

/** Delivers people's commands to connected devices, each command once, one after the other. */
export interface CommandDispatcher {
  arrived(deviceId: number, listener: Listener): void;
  /**
   * Called for each message of a device. If a newer conversation with the device has ended, this one receives its
   * commands again.
   */
  seen(deviceId: number, listener: Listener): void;
  left(deviceId: number, listener: Listener): void;
  /** Called when a device replied to a command. */
  answered(deviceId: number, text: string): void;
  /** Resolves when no work on the device's commands is left: every command that can be delivered now has been. */
  settled(deviceId: number): Promise<void>;
  close(): Promise<void>;
}

interface DispatcherOptions {
  database: Database;
  bus: Bus;
  logger: Logger;
  /** Milliseconds between two checks for waiting commands, besides those that events cause. */
  everyMs?: number;
  /** Where other processes are gateways or ingest: has them send the newest states of devices for a while. */
  others?: { requestStates: () => void };
}

const LOOK_EVERY_MS = 5000;
/** Seconds that the next command waits for the reply to the one before. */
const ANSWER_S = 30;
/** The number of newest commands remembered per conversation. */
const MAX_SENT = 10;
/** The number of replies buffered while the database is unavailable. */
const MAX_UNWRITTEN = 1000;
/** An older reply no longer belongs to any command. */
const ANSWER_MS = ANSWER_MINUTES * 60_000;

interface Answer {
  deviceId: number;
  text: string;
  /** Commands sent in the conversation in which the reply came. */
  to: readonly number[];
  /** The protocol of the conversation; null when that has ended. */
  protocol: string | null;
  /** Epoch milliseconds. */
  at: number;
}

export async function createCommandDispatcher({
  database,
  bus,
  logger,
  everyMs = LOOK_EVERY_MS,
  others,
}: DispatcherOptions): Promise<CommandDispatcher> {
  /** The newest conversation with each device. */
  const listeners = new Map<number, Listener>();
  /** Devices that may have a waiting command; no others are looked up when they connect. */
  const awaited = new Set(await devicesAwaited(database));
  /** The commands sent in each conversation. */
  const sentTo = new WeakMap<Listener, number[]>();
  /** Replies that could not be written yet, in the order of their arrival. */
  let unwritten: Answer[] = [];
  /** Devices with a command that awaits a reply. Replies of other devices answer no command and are ignored. */
  const awaitingReply = new Set(await devicesAwaitingReply(database));
  /** For devices whose engine stop waits until the vehicle stands. */
  const watches = new Map<number, StandingWatch>();
  /** The work in progress for each device, which runs one piece after the other. */
  const busy = new Map<number, Promise<void>>();
  let closed = false;
  /** The name of this dispatcher among those of all gateways. */
  const own = randomBytes(6).toString('base64url');
  /** When each device arrived here (epoch milliseconds), where there are other gateways. */
  const arrivals = new Map<number, number>();

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

  /**
   * True when the engine can be stopped now. Fails the command when it cannot and the command is not meant to wait.
   */
  const mayStop = async (deviceId: number, { id, whenStanding }: DueCommand, now: CarriedDevice): Promise<boolean> => {
    if (whenStanding) {
      const known = watches.get(deviceId);
      if (known) return known.see(now, Date.now());
      const watch = new StandingWatch();
      watches.set(deviceId, watch);
      others?.requestStates();
      // A state stored between the first read and the start of the watch would be missed by both.
      const current = await carriedDevice(database, deviceId);
      return current?.vehicleId === now.vehicleId && watch.see(current, Date.now());
    }
    const fault = whyNotStop(now, Date.now());
    if (fault) await failCommand(database, id, fault);
    return fault === null;
  };

  /**
   * Delivers the next command. @returns whether to look for another immediately
   * @param standing false: commands that wait until the vehicle stands are skipped
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
      // The command would reach another vehicle, perhaps a moving one.
      watches.delete(deviceId);
      await failCommand(database, due.id, 'elsewhere');
      return true;
    }
    if (due.protocol !== null && listeners.get(deviceId)?.protocol !== due.protocol) {
      // In another protocol the command would be garbage or mean something else.
      await failCommand(database, due.id, 'protocol-changed');
      return true;
    }
    if (!(await isStillAllowed(database, due.id))) {
      await failCommand(database, due.id, 'right-lost');
      return true;
    }
    if (due.mayStop && !(await mayStop(deviceId, due, carried))) {
      // A position request behind the engine stop is still delivered: a stolen vehicle must be located while it moves.
      return due.whenStanding ? handOver(deviceId, false) : true;
    }
    // From here on the command is never sent again, whatever happens: a repeated engine stop could arrive hours later.
    if (!(await claimCommand(database, due.id))) return true;
    const listener = listeners.get(deviceId);
    // During that write the device may have disconnected, or reconnected with another protocol.
    if (!listener?.acceptsCommands() || (due.protocol !== null && listener.protocol !== due.protocol)) {
      await unclaimCommand(database, due.id);
      return listener?.acceptsCommands() === true;
    }
    if (due.whenStanding) watches.delete(deviceId);
    if (listener.send(due.command)) {
      awaitingReply.add(deviceId);
      sentTo.set(listener, [...(sentTo.get(listener) ?? []), due.id].slice(-MAX_SENT));
      return false;
    }
    await failCommand(database, due.id, 'not-taken', 'sent');
    return true;
  };

  const acceptsCommands = (deviceId: number): boolean => listeners.get(deviceId)?.acceptsCommands() === true;

  const deliver = (deviceId: number) => {
    if (closed || !awaited.has(deviceId) || !acceptsCommands(deviceId) || busy.has(deviceId)) return;
    after(deviceId, async () => {
      let more = true;
      while (more) more = !closed && acceptsCommands(deviceId) && (await handOver(deviceId));
    });
  };

  const bufferAnswer = (answer: Answer) => {
    if (unwritten.length < MAX_UNWRITTEN) unwritten.push(answer);
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

  /** The protocol in which each device was last received, where it is not written yet. */
  const unwrittenProtocols = new Map<number, string>();
  const look = async () => {
    // Replies that cannot be written must not block the rest.
    await writeUnwritten().catch((error: unknown) =>
      logger.warn({ error }, 'Command replies could not be written yet'),
    );
    const entries = [...unwrittenProtocols];
    await writeProtocols(database, entries);
    for (const [deviceId, protocol] of entries)
      if (unwrittenProtocols.get(deviceId) === protocol) unwrittenProtocols.delete(deviceId);
    await expireCommands(database);
    for (const deviceId of await devicesAwaited(database)) awaited.add(deviceId);
    for (const deviceId of awaited) deliver(deviceId);
    if (watches.size > 0) others?.requestStates();
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => logger.warn({ error }, 'Queued commands could not be read'));
  }, everyMs);
  timer.unref();
  const stops = [
    bus.subscribe('command-made', ({ deviceIds }) => {
      for (const deviceId of deviceIds) {
        awaited.add(deviceId);
        deliver(deviceId);
      }
    }),
    // A connection that broke without a word would take the commands of a device that is connected elsewhere by now.
    bus.subscribe('device-arrived', ({ deviceId, at, gateway }) => {
      if (gateway !== own && (arrivals.get(deviceId) ?? Infinity) <= at) listeners.delete(deviceId);
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
    if (others && !listener.isBrief) {
      const at = Date.now();
      arrivals.set(deviceId, at);
      bus.publish('device-arrived', { deviceId, at, gateway: own });
    }
    deliver(deviceId);
  };

  return {
    arrived,
    seen: (deviceId, listener) => {
      if (!listeners.has(deviceId)) arrived(deviceId, listener);
    },
    left: (deviceId, listener) => {
      if (listeners.get(deviceId) !== listener) return;
      listeners.delete(deviceId);
      arrivals.delete(deviceId);
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
        // Replies match commands by their order, so this one must not overtake a buffered one.
        if (unwritten.some((one) => one.deviceId === deviceId)) return bufferAnswer(answer);
        try {
          await writeAnswer(answer);
        } catch (error) {
          // A device sends its reply only once.
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
