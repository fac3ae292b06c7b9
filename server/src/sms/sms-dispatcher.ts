import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { whyNotStop } from '../gateway/stop-safety.ts';
import type { OutboundPolicy } from '../notify/outbound.ts';
import {
  carriedDevice,
  claimCommand,
  expireCommands,
  failCommand,
  isStillAllowed,
} from '../store/commands/command-queue.ts';
import { dueSms, type DueSms, endForgottenSms, endSms, simNumbers } from '../store/commands/sms-queue.ts';
import type { Database } from '../store/database.ts';
import { sendSms } from './send-sms.ts';

interface SmsDispatcherOptions {
  database: Database;
  bus: Bus;
  logger: Logger;
  /** The provider's URL, with {number} and {text} in it. */
  template: string;
  policy: OutboundPolicy;
  timeoutMs?: number;
  everyMs?: number;
}

const LOOK_EVERY_MS = 5000;
/** SMS sent to the provider in parallel, one for each device: one that hangs delays nobody else. */
const AT_ONCE = 12;
/** Additional slots for engine commands, because an engine stop expires after a minute. */
const OF_ENGINES_AT_ONCE = 4;
/** Longer than the time-out of any provider, seconds. */
const FORGOTTEN_S = 60;

/** Sends waiting SMS through the provider, each once; those of one device one after the other. */
export function startSmsDispatcher({
  database,
  bus,
  logger,
  template,
  policy,
  timeoutMs,
  everyMs,
}: SmsDispatcherOptions) {
  let running: Promise<void> | null = null;
  let isDue = false;
  let closed = false;
  /** The SMS being sent, by device. */
  const queues = [
    { ofEngines: true, atOnce: OF_ENGINES_AT_ONCE, sending: new Map<number, Promise<void>>() },
    { ofEngines: false, atOnce: AT_ONCE, sending: new Map<number, Promise<void>>() },
  ];

  const send = async ({ id, deviceId, vehicleId, text, mayStop, foreign }: DueSms) => {
    const carried = await carriedDevice(database, deviceId);
    if (carried?.vehicleId !== vehicleId) return failCommand(database, id, 'elsewhere');
    const number = (await simNumbers(database, [vehicleId])).get(vehicleId);
    if (number === undefined) return failCommand(database, id, 'no-sim');
    if (foreign) return failCommand(database, id, 'protocol-changed');
    if (!(await isStillAllowed(database, id))) return failCommand(database, id, 'right-lost');
    const unsafe = mayStop ? whyNotStop(carried, Date.now()) : null;
    if (unsafe !== null) return failCommand(database, id, unsafe);
    // From here on it is never sent again, whatever happens.
    if (!(await claimCommand(database, id))) return;
    const fault = await sendSms(template, { number, text }, policy, timeoutMs);
    if (fault === null || fault === 'sms-unknown') return endSms(database, id, fault);
    return failCommand(database, id, fault, 'sent');
  };

  const begin = async (due: DueSms, sending: Map<number, Promise<void>>) => {
    await send(due).catch((error: unknown) => logger.warn({ error }, 'An SMS could not be processed'));
    sending.delete(due.deviceId);
    lookNow();
  };

  const look = async () => {
    await endForgottenSms(database, FORGOTTEN_S);
    await expireCommands(database);
    for (const { ofEngines, atOnce, sending } of queues) {
      const most = atOnce - sending.size;
      if (most === 0) continue;
      const due = await dueSms(database, { ofEngines, most, busy: [...sending.keys()] });
      if (closed) return;
      for (const one of due) sending.set(one.deviceId, begin(one, sending));
    }
  };
  const lookWhileDue = async (): Promise<void> => {
    isDue = false;
    await look().catch((error: unknown) => logger.warn({ error }, 'Queued SMS could not be sent'));
    if (isDue && !closed) return lookWhileDue();
    running = null;
  };
  const lookNow = () => {
    if (closed) return;
    isDue = true;
    running ??= lookWhileDue();
  };
  const timer = setInterval(lookNow, everyMs ?? LOOK_EVERY_MS);
  timer.unref();
  const unsubscribe = bus.subscribe('command-made', lookNow);
  lookNow();
  return {
    async stop() {
      closed = true;
      clearInterval(timer);
      unsubscribe();
      await running;
      await Promise.all(queues.flatMap(({ sending }) => [...sending.values()]));
    },
  };
}
