import { z } from 'zod';
import {
  COMMAND_FAULTS,
  COMMAND_KINDS,
  COMMAND_STATES,
  INTERVAL_S,
  MOST_VEHICLES,
  SENT_KINDS,
  SHOWN_STATES,
  WAIT_HOURS,
} from './command-kinds.ts';
import { Empty, Id, Instant, listInput, listOutput, optionalText, text } from './common.ts';
import { say } from './fault.ts';
import { grant, route } from './route.ts';

/** Something that was asked of the device in a vehicle. */
export const Command = z.object({
  id: Id,
  vehicleId: Id,
  registration: z.string(),
  kind: z.enum(COMMAND_KINDS),
  /** Of `interval`. */
  seconds: z.number().nullable(),
  /** What is sent, of the kinds that are a text. */
  text: z.string().nullable(),
  state: z.enum(COMMAND_STATES),
  /** Of a failed one. */
  fault: z.enum(COMMAND_FAULTS).nullable(),
  /** As the device wrote it. */
  answer: z.string().nullable(),
  reason: z.string().nullable(),
  /** An engine stop that waits until the vehicle stands. */
  whenStanding: z.boolean(),
  /** Who made it; null where that person is gone, and where a rule did. */
  by: z.string().nullable(),
  /** Name of the alarm rule that made it. */
  byRule: z.string().nullable(),
  madeAt: Instant,
  expiresAt: Instant,
  sentAt: Instant.nullable(),
  /** When it was answered, failed, expired or was cancelled. */
  endedAt: Instant.nullable(),
});
export type Command = z.infer<typeof Command>;

/** An engine that was stopped and not resumed since; by what was sent, as far as the device answered. */
export const StoppedEngine = z.object({
  commandId: Id,
  /** When the stop was sent. */
  since: Instant,
  answered: z.boolean(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type StoppedEngine = z.infer<typeof StoppedEngine>;

/** What everybody who sees the vehicle is told of a stop that was sent; of one that waits, only who sees engine stops. */
export const EngineStop = StoppedEngine.pick({ answered: true }).extend({
  /** When the stop was sent; when it was asked for, while it waits. */
  since: Instant,
  /** Not sent yet: it waits for the device, or for the vehicle to stand. */
  waiting: z.boolean(),
});
export type EngineStop = z.infer<typeof EngineStop>;

const seconds = z.number().int().min(INTERVAL_S.least, say('at-least')).max(INTERVAL_S.most, say('at-most'));
const secondsGiven = (asked: { kind: string; seconds?: number | null | undefined }) =>
  asked.kind !== 'interval' || (asked.seconds ?? null) !== null;
const NO_SECONDS = { error: say('enter-value'), path: ['seconds'] };

/** What an alarm rule asks: never what needs the right to stop engines. */
export const AskedOfDevice = z
  .strictObject({
    kind: z.enum(SENT_KINDS),
    /** Of `interval`. */
    seconds: seconds.nullable(),
  })
  .refine(secondsGiven, NO_SECONDS)
  .transform((asked) => ({ ...asked, seconds: asked.kind === 'interval' ? asked.seconds : null }));
export type AskedOfDevice = z.infer<typeof AskedOfDevice>;

/** What an organisation asks again and again, by name. */
export const CommandTemplate = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum([...SENT_KINDS, 'text']),
  /** Of `interval`. */
  seconds: z.number().nullable(),
  /** Of `text`. */
  text: z.string().nullable(),
});
export type CommandTemplate = z.infer<typeof CommandTemplate>;

const commands = grant('commands');
const engine = grant('engine-stop');
/** Who may stop engines sees what that right is needed for, and no others. */
const view = { ...commands('view'), or: ['engine-stop'] } as const;
/** Of whoever asks. */
const password = z.string().min(1, say('enter-password')).max(200, say('at-most-characters'));
const sentTo = z.array(Id).min(1, say('choose-one')).max(MOST_VEHICLES, say('choose-at-most'));
const sent = z.object({
  /** Names them all in `get-command-list`; null where none was made. */
  batch: Id.nullable(),
  made: z.number().int(),
  left: z.array(z.object({ vehicleId: Id, registration: z.string(), fault: z.enum(['no-device', 'not-taken']) })),
});
const hours = z.number().int().min(WAIT_HOURS.least).max(WAIT_HOURS.most).default(WAIT_HOURS.usual);

export const commandRoutes = {
  /** Newest first. */
  'get-command-list': route({
    access: view,
    csrf: 'session',
    input: listInput(['madeAt', 'registration']).extend({
      vehicleId: Id.optional(),
      /** Those that were sent to many vehicles at once: of this one and with it. */
      batch: Id.optional(),
      states: z.array(z.enum(COMMAND_STATES)).max(COMMAND_STATES.length).default([]),
      kinds: z.array(z.enum(COMMAND_KINDS)).max(COMMAND_KINDS.length).default([]),
    }),
    output: listOutput(Command).extend({
      /** How many of the batch are in each state, whatever states are asked for; null without a batch. */
      progress: z.partialRecord(z.enum(SHOWN_STATES), z.number().int()).nullable(),
    }),
  }),
  /** What the device in a vehicle can be asked now. */
  'get-command-choices': route({
    access: view,
    csrf: 'session',
    input: z.object({ vehicleId: Id }),
    output: z.object({
      /** Null where no device is in the vehicle, or it never said in which protocol. */
      protocol: z.string().nullable(),
      /** When it was heard last; null before the first time. */
      heardAt: Instant.nullable(),
      kinds: z.array(z.enum(COMMAND_KINDS)),
      /** Why its engine cannot be stopped at once; null where it can. */
      stopFault: z.enum(['moving', 'position-old']).nullable(),
      stopped: StoppedEngine.nullable(),
    }),
  }),
  /** The same to all of these vehicles. Those whose device cannot take it are left out, and said. */
  'send-command': route({
    access: commands('create'),
    csrf: 'session',
    input: z
      .object({
        vehicleIds: sentTo,
        kind: z.enum(SENT_KINDS),
        seconds: seconds.optional(),
        reason: optionalText(300),
        hours,
      })
      .refine(secondsGiven, NO_SECONDS),
    output: sent,
  }),
  /** Likewise, in words that somebody types: they may stop engines, whatever the vehicles do. */
  'send-text-command': route({
    access: { ...engine('create'), person: true },
    csrf: 'session',
    input: z.object({
      vehicleIds: sentTo,
      text: text(200, 'enter-text'),
      reason: text(300, 'enter-reason'),
      password,
      hours,
    }),
    output: sent,
  }),
  /** At most 10 km/h by a position of the last minute; or later, when the vehicle has stood for 30 s. */
  'stop-engine': route({
    access: { ...engine('create'), person: true },
    csrf: 'session',
    input: z.object({
      vehicleId: Id,
      whenStanding: z.boolean(),
      reason: text(300, 'enter-reason'),
      password,
      /** How long it waits for the vehicle to stand. */
      hours,
    }),
    output: z.object({ command: Command }),
  }),
  'resume-engine': route({
    access: engine('create'),
    csrf: 'session',
    input: z.object({ vehicleId: Id, reason: optionalText(300), hours }),
    output: z.object({ command: Command }),
  }),
  /** Only one that still waits. */
  'cancel-command': route({
    access: { ...commands('create'), or: ['engine-stop'] },
    csrf: 'session',
    input: z.object({ id: Id }),
    output: z.object({ command: Command }),
  }),
  /** Those of the caller's organisation that the caller may send, by name. */
  'get-command-templates': route({
    access: view,
    csrf: 'session',
    input: Empty,
    output: listOutput(CommandTemplate),
  }),
  /** One of the same name is replaced. Of a text it needs the right to stop engines, as to send it does. */
  'save-command-template': route({
    access: { ...commands('create'), or: ['engine-stop'] },
    csrf: 'session',
    input: z
      .object({
        name: text(60),
        kind: z.enum([...SENT_KINDS, 'text']),
        seconds: seconds.nullable().default(null),
        text: optionalText(200),
      })
      .refine(secondsGiven, NO_SECONDS)
      .refine(({ kind, text: typed }) => kind !== 'text' || typed !== null, {
        error: say('enter-text'),
        path: ['text'],
      }),
    output: z.object({ template: CommandTemplate }),
  }),
  'delete-command-template': route({
    access: { ...commands('create'), or: ['engine-stop'] },
    csrf: 'session',
    input: z.object({ id: Id }),
    output: Empty,
  }),
};
