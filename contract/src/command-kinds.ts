// This file does not import zod, because the browser offers its values before a schema is loaded.

/** The commands that an alarm rule can send. */
export const RULE_KINDS = ['locate', 'interval', 'restart', 'status', 'version'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/**
 * The commands that a person who can send commands can send to a device. The texts of some come from the device's
 * protocol.
 */
export const SENT_KINDS = [...RULE_KINDS, 'odometer', 'sosNumbers', 'releaseEmergency'] as const;
export type SentKind = (typeof SENT_KINDS)[number];

export const ENGINE_KINDS = ['engineStop', 'engineResume'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];

/** The relay of an engine can be wired to any output. */
export const OUTPUT_KINDS = ['outputOn', 'outputOff'] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];

/**
 * The commands that require the right to stop engines. A typed text can do anything that the device can, including an
 * engine stop.
 */
export const GUARDED_KINDS = ['text', ...OUTPUT_KINDS, ...ENGINE_KINDS] as const;

/**
 * The commands that an organisation can store as templates and send to many vehicles: all except those for the engine.
 */
export const REQUEST_KINDS = [...SENT_KINDS, 'text', ...OUTPUT_KINDS] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const COMMAND_KINDS = [...SENT_KINDS, ...GUARDED_KINDS] as const;
export type CommandKind = (typeof COMMAND_KINDS)[number];

/**
 * `waiting`: waits for the device, or for the vehicle to stand. `sent`: sent once, and never sent a second time. The
 * others are final. `done` and `refused` apply to engine commands whose device replied in its protocol's own words;
 * `answered` had a reply that proves nothing. `failed` was not sent; `expired` waited too long.
 */
export const COMMAND_STATES = [
  'waiting',
  'sent',
  'done',
  'refused',
  'answered',
  'failed',
  'expired',
  'cancelled',
] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/**
 * The states as shown. A `sent` command is `unanswered` when no reply came in time and none can come any more. An
 * `answered` engine command is `unclear` when its reply does not state whether it was executed.
 */
export const SHOWN_STATES = [...COMMAND_STATES, 'unanswered', 'unclear'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/**
 * Why a command was not sent. `elsewhere`: its device is in another vehicle by now. `protocol-changed`: the device uses
 * another protocol than the one for which the text was written. `right-lost`: the sender lost the right to stop
 * engines. A command with `sms-unknown` stays sent, as it may have reached the provider.
 */
export const COMMAND_FAULTS = [
  'not-taken',
  'moving',
  'position-old',
  'elsewhere',
  'protocol-changed',
  'right-lost',
  'no-sim',
  'sms-refused',
  'sms-unreachable',
  'sms-unknown',
] as const;
export type CommandFault = (typeof COMMAND_FAULTS)[number];

/** Seconds between reports. */
export const INTERVAL_S = { least: 10, most: 3600 } as const;
/** Numbers of outputs; some makers count from 0. */
export const OUTPUTS = { least: 0, most: 16 } as const;
/** The values to which an odometer can be set, in km: the six digits of a dashboard. */
export const ODOMETER_KM = { least: 0, most: 999_999 } as const;
/** The number of telephones to which a device can report an SOS. */
export const MAX_PHONES = 5;
/** A telephone number with its country code, or as dialled in the device's country. */
export const PHONE = /^\+?\d{3,15}$/;
/** How long a command may wait for its device, hours. */
export const WAIT_HOURS = { least: 1, most: 168, usual: 24 } as const;
/** How long a command of an alarm rule can wait, in hours: later it does not help with that alarm. */
export const RULE_WAIT_HOURS = 1;
/** The number of vehicles to which one command can be sent. */
export const MAX_VEHICLES = 500;
/** A reply that arrives after this many minutes belongs to no command. */
export const ANSWER_MINUTES = 10;

/** An engine is not stopped above this speed, km/h. */
export const MAX_STOP_KPH = 10;
/** An older position does not show the present state, seconds. */
export const MAX_STOP_AGE_S = 60;
/** "When it stands" waits until the vehicle has stood for this long, seconds. */
export const STANDING_S = 30;
