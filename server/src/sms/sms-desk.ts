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

interface SmsDeskOptions {
  database: Database;
  bus: Bus;
  logger: Logger;
  /** The provider's address, with {number} and {text} in it. */
  template: string;
  policy: OutboundPolicy;
  timeoutMs?: number;
  everyMs?: number;
}

const LOOK_EVERY_MS = 5000;
const AT_ONCE = 20;
/** Longer than any provider is waited for, seconds. */
const FORGOTTEN_S = 60;

/** Gives waiting SMS to the provider, each once, one after the other. */
export function startSmsDesk({ database, bus, logger, template, policy, timeoutMs, everyMs }: SmsDeskOptions) {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const send = async ({ id, deviceId, vehicleId, text, mayStop }: DueSms) => {
    const carried = await carriedDevice(database, deviceId);
    if (carried?.vehicleId !== vehicleId) return failCommand(database, id, 'elsewhere');
    const number = (await simNumbers(database, [vehicleId])).get(vehicleId);
    if (number === undefined) return failCommand(database, id, 'no-sim');
    if (!(await isStillAllowed(database, id))) return failCommand(database, id, 'right-lost');
    const unsafe = mayStop ? whyNotStop(carried, Date.now()) : null;
    if (unsafe !== null) return failCommand(database, id, unsafe);
    // From here on it is never sent again, whatever happens.
    if (!(await claimCommand(database, id))) return;
    const fault = await sendSms(template, { number, text }, policy, timeoutMs);
    if (fault === null || fault === 'sms-unknown') return endSms(database, id, fault);
    return failCommand(database, id, fault, 'sent');
  };

  const look = async () => {
    await endForgottenSms(database, FORGOTTEN_S);
    await expireCommands(database);
    for (const due of await dueSms(database, AT_ONCE)) {
      if (closed) return;
      await send(due);
    }
  };
  const lookAgain = async (): Promise<void> => {
    again = false;
    await look().catch((error: unknown) => logger.warn({ error }, 'Waiting SMS were not sent'));
    if (again && !closed) return lookAgain();
    running = null;
  };
  const run = () => {
    again = true;
    running ??= lookAgain();
  };
  const timer = setInterval(run, everyMs ?? LOOK_EVERY_MS);
  timer.unref();
  const unsubscribe = bus.subscribe('command-made', run);
  run();
  return {
    async stop() {
      closed = true;
      clearInterval(timer);
      unsubscribe();
      await running;
    },
  };
}
