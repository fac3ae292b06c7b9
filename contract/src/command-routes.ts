import { z } from 'zod';
import {
  REQUEST_KINDS,
  COMMAND_FAULTS,
  COMMAND_KINDS,
  COMMAND_STATES,
  INTERVAL_S,
  MOST_PHONES,
  MOST_VEHICLES,
  ODOMETER_KM,
  OUTPUTS,
  PHONE,
  RULE_KINDS,
  SENT_KINDS,
  SHOWN_STATES,
  WAIT_HOURS,
} from './command-kinds.ts';
import { Empty, Id, Instant, listInput, listOutput, optionalText, text } from './common.ts';
import { faultCode } from './fault.ts';
import { grant, route } from './route.ts';

/** What some kinds need to know; null for all others. */
const Details = z.object({
  /** Of `interval`. */
  seconds: z.number().nullable(),
  /** Of `outputOn` and `outputOff`. */
  output: z.number().nullable(),
  /** Of `odometer`. */
  odometerKm: z.number().nullable(),
  /** Of `sosNumbers`. */
  phones: z.array(z.string()).nullable(),
});
export type CommandDetails = z.infer<typeof Details>;

/** Something that was asked of the device in a vehicle. */
export const Command = Details.extend({
  id: Id,
  vehicleId: Id,
  registration: z.string(),
  kind: z.enum(COMMAND_KINDS),
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
  /** It goes to the SIM in the device by SMS; no answer comes here. */
  bySms: z.boolean(),
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

/** What became of the newest attempt to resume a stopped engine: it did not end the stop. */
const Resumption = z.object({ state: z.enum(SHOWN_STATES), answer: z.string().nullable() });

/**
 * An engine stop that holds: confirmed by the device, or sent without a reply that proves or denies it. It ends when the
 * device confirms a resume; when it drives after a resume was sent; and, unconfirmed, also when it drives after it was
 * sent or when a resume is answered.
 */
export const StoppedEngine = z.object({
  commandId: Id,
  /** When the stop was sent. */
  since: Instant,
  /** The device replied so in its protocol's own words. Only then is the engine known to be stopped. */
  confirmed: z.boolean(),
  /** The device's words where they do not say whether it stopped the engine. */
  answer: z.string().nullable(),
  resume: Resumption.nullable(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type StoppedEngine = z.infer<typeof StoppedEngine>;

/** What everybody who sees the vehicle is told of a stop that was sent; of one that waits, only who sees engine stops. */
export const EngineStop = StoppedEngine.pick({ confirmed: true, answer: true, resume: true }).extend({
  /** When the stop was sent; when it was asked for, while it waits. */
  since: Instant,
  /** Not sent yet: it waits for the device, or for the vehicle to stand. */
  waiting: z.boolean(),
});
export type EngineStop = z.infer<typeof EngineStop>;

const seconds = z
  .number()
  .int()
  .min(INTERVAL_S.least, faultCode('at-least'))
  .max(INTERVAL_S.most, faultCode('at-most'));
const secondsGiven = (request: { kind: string; seconds?: number | null | undefined }) =>
  request.kind !== 'interval' || (request.seconds ?? null) !== null;
const NO_SECONDS = { error: faultCode('enter-value'), path: ['seconds'] };
const odometerKm = z
  .number()
  .int()
  .min(ODOMETER_KM.least, faultCode('at-least'))
  .max(ODOMETER_KM.most, faultCode('at-most'));
const odometerGiven = (request: { kind: string; odometerKm?: number | null | undefined }) =>
  request.kind !== 'odometer' || (request.odometerKm ?? null) !== null;
const NO_ODOMETER = { error: faultCode('enter-value'), path: ['odometerKm'] };
/** Spaces, hyphens and brackets are how people group digits. */
const phones = z
  .array(
    z
      .string()
      .max(30, faultCode('at-most-characters'))
      .transform((typed) => typed.replaceAll(/[\s()-]/g, ''))
      .pipe(z.string().regex(PHONE, faultCode('enter-phone'))),
  )
  .min(1, faultCode('enter-phone'))
  .max(MOST_PHONES, faultCode('choose-at-most'));
const phonesGiven = (request: { kind: string; phones?: readonly string[] | null | undefined }) =>
  request.kind !== 'sosNumbers' || (request.phones ?? null) !== null;
const NO_PHONES = { error: faultCode('enter-phone'), path: ['phones'] };
const output = z.number().int().min(OUTPUTS.least, faultCode('at-least')).max(OUTPUTS.most, faultCode('at-most'));
const outputGiven = (request: { kind: string; output?: number | null | undefined }) =>
  !['outputOn', 'outputOff'].includes(request.kind) || (request.output ?? null) !== null;
const NO_OUTPUT = { error: faultCode('enter-value'), path: ['output'] };

/** What an alarm rule asks: never what needs the right to stop engines. */
export const DeviceRequest = z
  .strictObject({
    kind: z.enum(RULE_KINDS),
    /** Of `interval`. */
    seconds: seconds.nullable(),
  })
  .refine(secondsGiven, NO_SECONDS)
  .transform((request) => ({ ...request, seconds: request.kind === 'interval' ? request.seconds : null }));
export type DeviceRequest = z.infer<typeof DeviceRequest>;

/** What an organisation asks again and again, by name. */
export const CommandTemplate = Details.extend({
  id: Id,
  name: z.string(),
  kind: z.enum(REQUEST_KINDS),
  /** Of `text`. */
  text: z.string().nullable(),
});
export type CommandTemplate = z.infer<typeof CommandTemplate>;

const commands = grant('commands');
const engine = grant('engine-stop');
/** Who may stop engines sees what that right is needed for, and no others. */
const view = { ...commands('view'), or: ['engine-stop'] } as const;
/** Of whoever asks. */
const password = z.string().min(1, faultCode('enter-password')).max(200, faultCode('at-most-characters'));
const sentTo = z.array(Id).min(1, faultCode('choose-one')).max(MOST_VEHICLES, faultCode('choose-at-most'));
const sent = z.object({
  /** Names them all in `get-command-list`; null where none was made. */
  batch: Id.nullable(),
  made: z.number().int(),
  left: z.array(
    z.object({ vehicleId: Id, registration: z.string(), fault: z.enum(['no-device', 'not-taken', 'no-sim']) }),
  ),
});
const bySms = z.boolean().default(false);
const hours = z.number().int().min(WAIT_HOURS.least).max(WAIT_HOURS.most).default(WAIT_HOURS.usual);

export const commandRoutes = {
  /** Newest first. */
  'get-command-list': route({
    access: view,
    limited: 'allowed',
    bounds: {
      'progress{}': 'kinds that the code knows',
      'rows[].phones[]': 'MOST_PHONES of the contract, by the input',
    },
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
    limited: 'allowed',
    example: { vehicleId: 999_999 },
    bounds: {
      'kinds[]': 'kinds that the code knows',
      'outputs[]': 'kinds that the code knows',
      'smsKinds[]': 'kinds that the code knows',
      'releases[]': 'kinds that the code knows',
    },
    input: z.object({ vehicleId: Id }),
    output: z.object({
      /** Null where no device is in the vehicle, or it never said in which protocol. */
      protocol: z.string().nullable(),
      /** When it was heard last; null before the first time. */
      heardAt: Instant.nullable(),
      kinds: z.array(z.enum(COMMAND_KINDS)),
      /** Numbers of the outputs that can be switched. */
      outputs: z.array(z.number().int()),
      /** How its emergency state can be released: the standard's words, then those of makers. */
      releases: z.array(z.string()),
      /** What can be sent by SMS; nothing where no provider is set or the SIM has no number. */
      smsKinds: z.array(z.enum(COMMAND_KINDS)),
      /** An SOS of the vehicle is active. */
      sos: z.boolean(),
      /** Why its engine cannot be stopped at once; null where it can. */
      stopFault: z.enum(['moving', 'position-old']).nullable(),
      stopped: StoppedEngine.nullable(),
    }),
  }),
  /** The same to all of these vehicles. Those whose device cannot take it are left out, and said. */
  'send-command': route({
    access: commands('create'),
    limited: 'allowed',
    example: { vehicleIds: [999_999], kind: 'locate' },
    bounds: { 'left[]': 'MOST_VEHICLES of the contract, by the input' },
    input: z
      .object({
        vehicleIds: sentTo,
        kind: z.enum(SENT_KINDS),
        seconds: seconds.optional(),
        odometerKm: odometerKm.optional(),
        phones: phones.optional(),
        /** Of `releaseEmergency`: one of the `releases` of the device; left out: the first. */
        release: text(60).optional(),
        reason: optionalText(300),
        bySms,
        hours,
      })
      .refine(secondsGiven, NO_SECONDS)
      .refine(odometerGiven, NO_ODOMETER)
      .refine(phonesGiven, NO_PHONES),
    output: sent,
  }),
  /** Likewise, in words that somebody types: they may stop engines, whatever the vehicles do. */
  'send-text-command': route({
    access: { ...engine('create'), person: true },
    limited: 'allowed',
    example: { vehicleIds: [999_999], text: 'STATUS#', reason: 'Try', password: 'pass-word' },
    bounds: { 'left[]': 'MOST_VEHICLES of the contract, by the input' },
    input: z.object({
      vehicleIds: sentTo,
      text: text(200, 'enter-text'),
      reason: text(300, 'enter-reason'),
      password,
      bySms,
      hours,
    }),
    output: sent,
  }),
  /** An output may be what an engine's relay is wired to: asked like a text. The one that the protocol calls the relay's
   * is switched only where an engine may be stopped. */
  'switch-output': route({
    access: { ...engine('create'), person: true },
    limited: 'allowed',
    example: { vehicleIds: [999_999], output: 1, on: true, reason: 'Try', password: 'pass-word' },
    bounds: { 'left[]': 'MOST_VEHICLES of the contract, by the input' },
    input: z.object({
      vehicleIds: sentTo,
      output,
      on: z.boolean(),
      reason: text(300, 'enter-reason'),
      password,
      bySms,
      hours,
    }),
    output: sent,
  }),
  /** At most 10 km/h by a position of the last minute; or later, when the vehicle has stood for 30 s. */
  'stop-engine': route({
    access: { ...engine('create'), person: true },
    limited: 'allowed',
    example: { vehicleId: 999_999, whenStanding: true, reason: 'Stolen', password: 'pass-word' },
    bounds: { 'command.phones[]': 'MOST_PHONES of the contract, by the input' },
    input: z
      .object({
        vehicleId: Id,
        whenStanding: z.boolean(),
        reason: text(300, 'enter-reason'),
        password,
        bySms,
        /** How long it waits for the vehicle to stand. */
        hours,
      })
      .refine((request) => !(request.bySms && request.whenStanding), {
        error: faultCode('sms-now-only'),
        path: ['bySms'],
      }),
    output: z.object({ command: Command }),
  }),
  'resume-engine': route({
    access: { ...engine('create'), person: true },
    limited: 'allowed',
    example: { vehicleId: 999_999, reason: 'Found', password: 'pass-word' },
    bounds: { 'command.phones[]': 'MOST_PHONES of the contract, by the input' },
    input: z.object({ vehicleId: Id, reason: text(300, 'enter-reason'), password, bySms, hours }),
    output: z.object({ command: Command }),
  }),
  /** Only one that still waits. */
  'cancel-command': route({
    access: { ...commands('create'), or: ['engine-stop'] },
    limited: 'allowed',
    subject: 'command',
    example: { id: 999_999 },
    bounds: { 'command.phones[]': 'MOST_PHONES of the contract, by the input' },
    input: z.object({ id: Id }),
    output: z.object({ command: Command }),
  }),
  /** Those of the caller's organisation that the caller may send, by name. */
  'get-command-templates': route({
    access: view,
    limited: 'allowed',
    bounds: { 'rows[]': 10000, 'rows[].phones[]': 'MOST_PHONES of the contract, by the input' },
    input: Empty,
    output: listOutput(CommandTemplate),
  }),
  /** One of the same name is replaced. Of a text it needs the right to stop engines, as to send it does. */
  'save-command-template': route({
    access: { ...commands('create'), or: ['engine-stop'] },
    limited: 'allowed',
    example: { name: 'Often', kind: 'interval', seconds: 10 },
    bounds: { 'template.phones[]': 'MOST_PHONES of the contract, by the input' },
    input: z
      .object({
        name: text(60),
        kind: z.enum(REQUEST_KINDS),
        seconds: seconds.nullable().default(null),
        output: output.nullable().default(null),
        odometerKm: odometerKm.nullable().default(null),
        phones: phones.nullable().default(null),
        text: optionalText(200),
      })
      .refine(secondsGiven, NO_SECONDS)
      .refine(outputGiven, NO_OUTPUT)
      .refine(odometerGiven, NO_ODOMETER)
      .refine(phonesGiven, NO_PHONES)
      .refine(({ kind, text: typed }) => kind !== 'text' || typed !== null, {
        error: faultCode('enter-text'),
        path: ['text'],
      }),
    output: z.object({ template: CommandTemplate }),
  }),
  'delete-command-template': route({
    access: { ...commands('create'), or: ['engine-stop'] },
    limited: 'allowed',
    subject: 'commandTemplate',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
};
