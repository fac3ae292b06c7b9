import { z } from 'zod';
import {
  REQUEST_KINDS,
  COMMAND_FAULTS,
  COMMAND_KINDS,
  COMMAND_STATES,
  INTERVAL_S,
  MAX_PHONES,
  MAX_VEHICLES,
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
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

/** Parameters of some kinds; null for all others. */
const Details = z.object({
  /** For `interval`. */
  seconds: z.number().nullable(),
  /** For `outputOn` and `outputOff`. */
  output: z.number().nullable(),
  /** For `odometer`. */
  odometerKm: z.number().nullable(),
  /** For `sosNumbers`. */
  phones: z.array(z.string()).nullable(),
});
export type CommandDetails = z.infer<typeof Details>;

/** A command to the device in a vehicle. */
export const Command = Details.extend({
  id: Id,
  vehicleId: Id,
  registration: z.string(),
  kind: z.enum(COMMAND_KINDS),
  /** The text that is sent, for the kinds that have one. */
  text: z.string().nullable(),
  state: z.enum(COMMAND_STATES),
  /** Why a failed command failed. */
  fault: z.enum(COMMAND_FAULTS).nullable(),
  /** The reply, as the device wrote it. */
  answer: z.string().nullable(),
  reason: z.string().nullable(),
  /** An engine stop waits until the vehicle stands. */
  whenStanding: z.boolean(),
  /** Sent by SMS to the SIM in the device; no reply arrives here. */
  bySms: z.boolean(),
  /** The person who sent it; null if that person is gone or a rule sent it. */
  by: z.string().nullable(),
  /** The name of the alarm rule that sent it. */
  byRule: z.string().nullable(),
  madeAt: Instant,
  expiresAt: Instant,
  sentAt: Instant.nullable(),
  /** When it was answered, failed, expired or cancelled. */
  endedAt: Instant.nullable(),
});
export type Command = z.infer<typeof Command>;

/** The state of the last attempt to resume a stopped engine; it did not end the stop. */
const Resumption = z.object({ state: z.enum(SHOWN_STATES), answer: z.string().nullable() });

/**
 * An engine stop in effect: confirmed by the device, or sent without a reply that proves or denies it. It ends when the
 * device confirms a resume, or when the vehicle drives after a resume was sent. An unconfirmed stop also ends when the
 * vehicle drives after the stop was sent, or when a resume is answered.
 */
export const StoppedEngine = z.object({
  commandId: Id,
  /** When the stop command was sent. */
  since: Instant,
  /** The device confirmed it in its protocol's own words. Only then is the engine known to be stopped. */
  confirmed: z.boolean(),
  /** The device's reply if it does not state whether the engine was stopped. */
  answer: z.string().nullable(),
  resume: Resumption.nullable(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type StoppedEngine = z.infer<typeof StoppedEngine>;

/**
 * The part of an engine stop that everybody who sees the vehicle can read once it was sent; a waiting stop is only
 * shown to people who can see engine stops.
 */
export const EngineStop = StoppedEngine.pick({ confirmed: true, answer: true, resume: true }).extend({
  /** When the stop was sent; for a waiting stop, when it was requested. */
  since: Instant,
  /** Not sent yet: waits for the device, or for the vehicle to stand. */
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
/** People group digits with spaces, hyphens and brackets. */
const phones = z
  .array(
    z
      .string()
      .max(30, faultCode('at-most-characters'))
      .transform((typed) => typed.replaceAll(/[\s()-]/g, ''))
      .pipe(z.string().regex(PHONE, faultCode('enter-phone'))),
  )
  .min(1, faultCode('enter-phone'))
  .max(MAX_PHONES, faultCode('choose-at-most'));
const phonesGiven = (request: { kind: string; phones?: readonly string[] | null | undefined }) =>
  request.kind !== 'sosNumbers' || (request.phones ?? null) !== null;
const NO_PHONES = { error: faultCode('enter-phone'), path: ['phones'] };
const output = z.number().int().min(OUTPUTS.least, faultCode('at-least')).max(OUTPUTS.most, faultCode('at-most'));
const outputGiven = (request: { kind: string; output?: number | null | undefined }) =>
  !['outputOn', 'outputOff'].includes(request.kind) || (request.output ?? null) !== null;
const NO_OUTPUT = { error: faultCode('enter-value'), path: ['output'] };

/** The command of an alarm rule; never one that requires the right to stop engines. */
export const DeviceRequest = z
  .strictObject({
    kind: z.enum(RULE_KINDS),
    /** For `interval`. */
    seconds: seconds.nullable(),
  })
  .refine(secondsGiven, NO_SECONDS)
  .transform((request) => ({ ...request, seconds: request.kind === 'interval' ? request.seconds : null }));
export type DeviceRequest = z.infer<typeof DeviceRequest>;

/** A command that an organisation uses repeatedly, stored under a name. */
export const CommandTemplate = Details.extend({
  id: Id,
  name: z.string(),
  kind: z.enum(REQUEST_KINDS),
  /** For `text`. */
  text: z.string().nullable(),
});
export type CommandTemplate = z.infer<typeof CommandTemplate>;

const commands = grant('commands');
const engine = grant('engine-stop');
/** People who can stop engines see the commands that require this right, and no others. */
const view = { ...commands('view'), or: ['engine-stop'] } as const;
/** The caller's password. */
const password = z.string().min(1, faultCode('enter-password')).max(200, faultCode('at-most-characters'));
const sentTo = z.array(Id).min(1, faultCode('choose-one')).max(MAX_VEHICLES, faultCode('choose-at-most'));
const sent = z.object({
  /** The id that selects these commands in `get-command-list`; null if none was created. */
  batch: Id.nullable(),
  made: z.number().int(),
  left: z.array(
    z.object({ vehicleId: Id, registration: z.string(), fault: z.enum(['no-device', 'not-taken', 'no-sim']) }),
  ),
});
const bySms = z.boolean().default(false);
const hours = z.number().int().min(WAIT_HOURS.least).max(WAIT_HOURS.most).default(WAIT_HOURS.usual);

export const commandOperations = {
  'get-command-list': operation({
    summary: 'Lists commands, the newest first, a page at a time.',
    access: view,
    limited: 'allowed',
    bounds: {
      'progress{}': 'kinds that the code knows',
      'rows[].phones[]': 'MAX_PHONES of the contract, by the input',
    },
    input: listInput(['madeAt', 'registration']).extend({
      vehicleId: Id.optional(),
      /** Only the commands of this batch. */
      batch: Id.optional(),
      states: z.array(z.enum(COMMAND_STATES)).max(COMMAND_STATES.length).default([]),
      kinds: z.array(z.enum(COMMAND_KINDS)).max(COMMAND_KINDS.length).default([]),
    }),
    output: listOutput(Command).extend({
      /**
       * The number of commands of the batch in each state, regardless of the filter by state; null without a batch.
       */
      progress: z.partialRecord(z.enum(SHOWN_STATES), z.number().int()).nullable(),
    }),
  }),
  'get-command-choices': operation({
    summary: 'Returns the commands that the device in a vehicle accepts now.',
    access: view,
    limited: 'allowed',
    errors: [404],
    example: { vehicleId: 999_999 },
    bounds: {
      'kinds[]': 'kinds that the code knows',
      'outputs[]': 'kinds that the code knows',
      'smsKinds[]': 'kinds that the code knows',
      'releases[]': 'kinds that the code knows',
    },
    input: z.object({ vehicleId: Id }),
    output: z.object({
      /** Null if no device is in the vehicle, or if its protocol is not known yet. */
      protocol: z.string().nullable(),
      /** The last contact of the device; null before the first one. */
      heardAt: Instant.nullable(),
      kinds: z.array(z.enum(COMMAND_KINDS)),
      /** Numbers of the outputs that can be switched. */
      outputs: z.array(z.number().int()),
      /** The texts that release its emergency state: the standard's first, then those of makers. */
      releases: z.array(z.string()),
      /** The commands that can be sent by SMS; empty if no provider is configured or the SIM has no number. */
      smsKinds: z.array(z.enum(COMMAND_KINDS)),
      /** An SOS of the vehicle is active. */
      sos: z.boolean(),
      /** Why its engine cannot be stopped immediately; null if it can. */
      stopFault: z.enum(['moving', 'position-old']).nullable(),
      stopped: StoppedEngine.nullable(),
    }),
  }),
  'send-command': operation({
    summary:
      'Sends one command to the devices of some vehicles. Vehicles whose device cannot take it are skipped and returned.',
    access: commands('create'),
    limited: 'allowed',
    audit: 'command',
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    example: { vehicleIds: [999_999], kind: 'locate' },
    bounds: { 'left[]': 'MAX_VEHICLES of the contract, by the input' },
    input: z
      .object({
        vehicleIds: sentTo,
        kind: z.enum(SENT_KINDS),
        seconds: seconds.optional(),
        odometerKm: odometerKm.optional(),
        phones: phones.optional(),
        /** For `releaseEmergency`: one of the device's `releases`; left out: the first. */
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
  'send-text-command': operation({
    summary:
      'Sends a command typed as text to the devices of some vehicles. Such texts may stop engines, so the right to stop engines and the password are required.',
    access: { ...engine('create'), person: true },
    limited: 'allowed',
    audit: 'command',
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    example: { vehicleIds: [999_999], text: 'STATUS#', reason: 'Try', password: 'pass-word' },
    bounds: { 'left[]': 'MAX_VEHICLES of the contract, by the input' },
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
  'switch-output': operation({
    summary:
      'Switches an output of some devices. It requires what a text command does, as a relay of the engine may be wired to it; the output that the protocol defines as that relay is switched only where an engine may be stopped.',
    access: { ...engine('create'), person: true },
    limited: 'allowed',
    audit: 'command',
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    example: { vehicleIds: [999_999], output: 1, on: true, reason: 'Try', password: 'pass-word' },
    bounds: { 'left[]': 'MAX_VEHICLES of the contract, by the input' },
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
  'stop-engine': operation({
    summary:
      'Stops the engine of a vehicle that moves at no more than 10 km/h by a position of the last minute; or later, once it has been stationary for 30 s.',
    access: { ...engine('create'), person: true },
    limited: 'allowed',
    audit: 'command',
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    example: { vehicleId: 999_999, whenStanding: true, reason: 'Stolen', password: 'pass-word' },
    bounds: { 'command.phones[]': 'MAX_PHONES of the contract, by the input' },
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
  'resume-engine': operation({
    summary: 'Allows the engine of a vehicle to start again.',
    access: { ...engine('create'), person: true },
    limited: 'allowed',
    audit: 'command',
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    example: { vehicleId: 999_999, reason: 'Found', password: 'pass-word' },
    bounds: { 'command.phones[]': 'MAX_PHONES of the contract, by the input' },
    input: z.object({ vehicleId: Id, reason: text(300, 'enter-reason'), password, bySms, hours }),
    output: z.object({ command: Command }),
  }),
  'cancel-command': operation({
    summary: 'Cancels a command that has not been sent.',
    access: { ...commands('create'), or: ['engine-stop'] },
    limited: 'allowed',
    subject: 'command',
    audit: 'command',
    errors: [404, 409],
    unversioned: 'ends the whole record',
    bounds: { 'command.phones[]': 'MAX_PHONES of the contract, by the input' },
    ...ID_INPUT,
    output: z.object({ command: Command }),
  }),
  'get-command-templates': operation({
    summary: "Lists the command templates of the caller's organisation that the caller may send, by name.",
    access: view,
    limited: 'allowed',
    bounds: { 'rows[]': 10000, 'rows[].phones[]': 'MAX_PHONES of the contract, by the input' },
    input: Empty,
    output: listOutput(CommandTemplate),
  }),
  'save-command-template': operation({
    summary:
      'Saves a command template and replaces one of the same name. A text template requires the right to stop engines, as sending it does.',
    access: { ...commands('create'), or: ['engine-stop'] },
    limited: 'allowed',
    audit: 'command-template',
    errors: [404, 409],
    unversioned: 'is saved by its name, and one of the same name is meant to be replaced',
    example: { name: 'Often', kind: 'interval', seconds: 10 },
    bounds: { 'template.phones[]': 'MAX_PHONES of the contract, by the input' },
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
  'delete-command-template': operation({
    summary: 'Deletes a command template.',
    access: { ...commands('create'), or: ['engine-stop'] },
    limited: 'allowed',
    subject: 'commandTemplate',
    audit: 'command-template',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
};
