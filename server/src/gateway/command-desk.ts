import type { Command } from '@milepost/protocols/types';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import {
  answerCommand,
  awaitsAnswer,
  claimCommand,
  devicesAwaited,
  type DueCommand,
  expireCommands,
  failCommand,
  nextCommand,
} from '../store/commands/command-queue.ts';
import type { Database } from '../store/database.ts';
import { loadDeviceStates } from '../store/devices/device-states.ts';
import { StandingWatch, whyNotStop } from './stop-safety.ts';

/** Where a device can be spoken to now. */
export interface Listener {
  /** Sends a command; false where its protocol cannot say it, and nothing was sent. */
  say(command: Command): boolean;
}

/** Hands what people ask of devices to those that are there, each once, one after the other. */
export interface CommandDesk {
  arrived(deviceId: number, listener: Listener): void;
  left(deviceId: number, listener: Listener): void;
  /** A device answered to a command. */
  answered(deviceId: number, text: string): void;
  close(): Promise<void>;
}

interface DeskOptions {
  database: Database;
  bus: Bus;
  logger: Logger;
  /** How often what waits is looked for, besides when something happens. */
  everyMs?: number;
}

const LOOK_EVERY_MS = 5000;
/** The next command waits so long for the answer to the one before. */
const ANSWER_S = 30;

export async function createCommandDesk({
  database,
  bus,
  logger,
  everyMs = LOOK_EVERY_MS,
}: DeskOptions): Promise<CommandDesk> {
  /** The newest conversation with each device. */
  const listeners = new Map<number, Listener>();
  /** Devices for which something may wait: no other is looked up when it arrives. */
  const awaited = new Set(await devicesAwaited(database));
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

  /** Whether it may be sent now; ends it where it may not be at all. */
  const mayStop = async (deviceId: number, { id, whenStanding }: DueCommand): Promise<boolean> => {
    const [state] = await loadDeviceStates(database, [deviceId]);
    const standing = { fixTime: state?.fixTime ?? null, speedKph: state?.speedKph ?? 0 };
    if (whenStanding) {
      const watch = watches.get(deviceId) ?? new StandingWatch();
      watches.set(deviceId, watch);
      return watch.see(standing, Date.now());
    }
    const fault = whyNotStop(standing, Date.now());
    if (fault) await failCommand(database, id, fault);
    return fault === null;
  };

  const deliver = (deviceId: number) => {
    if (closed || !awaited.has(deviceId) || !listeners.has(deviceId) || busy.has(deviceId)) return;
    after(deviceId, async () => {
      for (;;) {
        const listener = listeners.get(deviceId);
        if (closed || !listener) return;
        const due = await nextCommand(database, deviceId);
        if (!due) {
          awaited.delete(deviceId);
          watches.delete(deviceId);
          return;
        }
        if (await awaitsAnswer(database, deviceId, ANSWER_S)) return;
        if (due.command.kind === 'engineStop' && !(await mayStop(deviceId, due))) {
          if (due.whenStanding) return;
          continue;
        }
        // From here on it is never sent again, whatever happens: a second engine stop may come hours later.
        if (!(await claimCommand(database, due.id))) continue;
        watches.delete(deviceId);
        if (listeners.get(deviceId)?.say(due.command)) return;
        await database.query(
          `UPDATE device_commands SET state = 'failed', fault = 'not-taken', ended_at = now() WHERE id = $1`,
          [due.id],
        );
      }
    });
  };

  const look = async () => {
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
      for (const state of states) if (watches.get(state.deviceId)?.see(state, Date.now())) deliver(state.deviceId);
    }),
  ];

  return {
    arrived: (deviceId, listener) => {
      listeners.set(deviceId, listener);
      deliver(deviceId);
    },
    left: (deviceId, listener) => {
      if (listeners.get(deviceId) === listener) listeners.delete(deviceId);
    },
    answered: (deviceId, text) => {
      after(deviceId, async () => {
        const id = await answerCommand(database, deviceId, text);
        if (id !== null) bus.publish('command-ended', { deviceId, id });
      });
      void busy.get(deviceId)?.finally(() => deliver(deviceId));
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      for (const stop of stops) stop();
      await Promise.all(busy.values());
    },
  };
}
