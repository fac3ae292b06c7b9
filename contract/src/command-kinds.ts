// Without zod: the browser offers them before a schema is loaded.

/** What an alarm rule may ask. */
export const RULE_KINDS = ['locate', 'interval', 'restart', 'status', 'version'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** What may be asked of a device by who may send commands. The texts behind some are the device's protocol's. */
export const SENT_KINDS = [...RULE_KINDS, 'odometer', 'sosNumbers', 'releaseEmergency'] as const;
export type SentKind = (typeof SENT_KINDS)[number];

export const ENGINE_KINDS = ['engineStop', 'engineResume'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];

/** Any output may be the one that the relay of an engine is wired to. */
export const OUTPUT_KINDS = ['outputOn', 'outputOff'] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];

/** What needs the right to stop engines: a text that somebody types may do whatever the device can, that too. */
export const GUARDED_KINDS = ['text', ...OUTPUT_KINDS, ...ENGINE_KINDS] as const;

/** What an organisation keeps as a template, and what is asked of many vehicles at once: all but what is of engines. */
export const REQUEST_KINDS = [...SENT_KINDS, 'text', ...OUTPUT_KINDS] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const COMMAND_KINDS = [...SENT_KINDS, ...GUARDED_KINDS] as const;
export type CommandKind = (typeof COMMAND_KINDS)[number];

/**
 * `waiting`: for the device, or for its vehicle to stand. `sent`: once, and never again. The others are its end:
 * `done` and `refused` are of engine commands, where the device replied so in its protocol's own words; `answered` was
 * replied to in words that prove nothing. `failed` was not sent, `expired` waited too long.
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
 * The same as they are shown: of `sent`, `unanswered` got no answer in time, and none can come; of `answered`, `unclear`
 * is an engine command, of which the answer does not say whether it was executed.
 */
export const SHOWN_STATES = [...COMMAND_STATES, 'unanswered', 'unclear'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/**
 * Why a command was not sent. `elsewhere`: its device is in another vehicle by now; `protocol-changed`: the device speaks
 * another protocol than the one in which the text was written; `right-lost`: whoever asked may not stop engines any more. `sms-unknown` is of one that stays sent: it may have reached the provider.
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
/** Numbers of outputs; some makers begin to count at 0. */
export const OUTPUTS = { least: 0, most: 16 } as const;
/** What an odometer is set to, km: as much as six digits of a dashboard show. */
export const ODOMETER_KM = { least: 0, most: 999_999 } as const;
/** To so many telephones a device reports an SOS by itself. */
export const MOST_PHONES = 5;
/** A telephone with its country, or as it is dialled where the device is. */
export const PHONE = /^\+?\d{3,15}$/;
/** How long a command may wait for its device, hours. */
export const WAIT_HOURS = { least: 1, most: 168, usual: 24 } as const;
/** How long one that an alarm rule sent may wait: later it is of no use for that alarm. */
export const RULE_WAIT_HOURS = 1;
/** To how many vehicles one command goes at once. */
export const MOST_VEHICLES = 500;
/** An answer that comes later belongs to no command, minutes. */
export const ANSWER_MINUTES = 10;

/** Faster than this nobody's engine is stopped, km/h. */
export const MOST_STOP_KPH = 10;
/** A position that is older says nothing about now, seconds. */
export const MOST_STOP_AGE_S = 60;
/** "When it stands" waits until the vehicle has stood for so long, seconds. */
export const STANDING_S = 30;
