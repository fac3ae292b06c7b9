import { z } from 'zod';
import { faultCode } from './fault.ts';
import { AlarmCondition, AlarmConditionInput } from './alarm-condition.ts';
import { ALARM_MEASURES } from './alarm-constants.ts';
import { DeviceRequest } from './command-operations.ts';
import { Empty, Id, Instant, listInput, listOutput, Coordinates, searchText, text, Version } from './common.ts';
import { Severity } from './fact-operations.ts';
import { recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { SensorShown } from './sensor-operations.ts';
import { VEHICLE_TYPES } from './vehicle-kinds.ts';
import { VehicleType } from './vehicle-operations.ts';
import { WeeklyHours } from './weekly-hours.ts';

const Ref = z.object({ id: Id, name: z.string() });

/**
 * Who is notified of an alarm, and how. Without recipients the alarm only appears in the alarm list and is sent to
 * webhooks.
 */
export const AlarmChannels = z.strictObject({
  userIds: z.array(Id).max(200, faultCode('choose-at-most')).default([]),
  /** Also everybody whose role shows alarms at the time of the alarm. */
  everyone: z.boolean().default(false),
  bell: z.boolean().default(true),
  push: z.boolean().default(false),
  mail: z.boolean().default(false),
});
export type AlarmChannels = z.infer<typeof AlarmChannels>;

/** The fields of a rule that a person enters. Durations are in seconds. */
const RuleFields = z.object({
  condition: AlarmConditionInput,
  /** Alarms are raised only within these hours; null: always. */
  schedule: WeeklyHours.nullish().transform((hours) => hours ?? null),
  /** Within this time after an alarm was cleared, another event reopens that alarm instead of raising a new one. */
  coolDownS: z
    .number(faultCode('enter-number'))
    .int()
    .min(0, faultCode('at-least'))
    .max(7 * 86_400, faultCode('at-most'))
    .default(300),
  /** All vehicles of the organisation, including later ones; otherwise the listed vehicles, groups and types. */
  allVehicles: z.boolean().default(false),
  vehicleIds: z.array(Id).max(5000, faultCode('choose-at-most')).default([]),
  groupIds: z.array(Id).max(500, faultCode('choose-at-most')).default([]),
  vehicleTypes: z.array(VehicleType).max(VEHICLE_TYPES.length, faultCode('choose-at-most')).default([]),
  /**
   * The organisation whose vehicles and geofences the rule covers; left out: the caller's own, or unchanged for an
   * existing rule.
   */
  organisationId: Id.optional(),
});

export const AlarmRule = z.object({
  id: Id,
  organisationId: Id,
  organisationName: z.string(),
  name: z.string(),
  condition: AlarmCondition,
  severity: Severity,
  schedule: WeeklyHours.nullable(),
  coolDownS: z.number().int(),
  allVehicles: z.boolean(),
  /** Only those that still exist. */
  vehicles: z.array(Ref),
  groups: z.array(Ref),
  vehicleTypes: z.array(VehicleType),
  /** How many vehicles the rule covers at present; 0 if all of them are gone. */
  vehicleCount: z.number().int(),
  fences: z.array(Ref),
  channels: AlarmChannels,
  /** The command that is sent to the vehicle's device when an alarm is raised. */
  command: DeviceRequest.nullable(),
  /** The people of `channels.userIds` whom the caller can see. */
  people: z.array(Ref),
  /** The geofence that created the rule and shows it; null for an independent rule. */
  fenceId: Id.nullable(),
  enabled: z.boolean(),
  activeAlarms: z.number().int(),
  lastAlarmAt: Instant.nullable(),
  version: Version,
});
export type AlarmRule = z.infer<typeof AlarmRule>;

/** An alarm that a rule would have raised. */
export const DryAlarm = z.object({
  vehicleId: Id,
  registration: z.string(),
  start: Instant,
  clearedAt: Instant.nullable(),
  count: z.number().int(),
  place: Coordinates.nullable(),
  address: z.string().nullable(),
  value: z.number().nullable(),
  measures: z.enum(ALARM_MEASURES).nullable(),
  /** The unit of the rule's sensor if the value is a figure; otherwise empty. */
  unit: z.string(),
  about: z.string().nullable(),
});
export type DryAlarm = z.infer<typeof DryAlarm>;

const rules = grant('alarm-rules');
const ById = z.object({ id: Id });

const alarmRuleCalls = recordCalls({
  view: rules('view'),
  remove: rules('delete'),
  limited: 'allowed',
  subject: 'rule',
  audit: 'alarm-rule',
  output: z.object({ rule: AlarmRule }),
});

export const alarmRuleOperations = {
  'get-alarm-rule-list': operation({
    summary: 'Lists alarm rules, a page at a time.',
    access: rules('view'),
    limited: 'allowed',
    input: listInput(['name', 'kind', 'severity', 'lastAlarmAt']).extend({ enabled: z.boolean().optional() }),
    output: listOutput(AlarmRule),
  }),
  'get-alarm-rule-by-id': alarmRuleCalls.byId('Returns one alarm rule.'),
  'save-alarm-rule': operation({
    summary: 'Creates or changes an alarm rule.',
    access: rules('save'),
    limited: 'allowed',
    bodyBytes: 262_144,
    subject: 'rule',
    audit: ['alarm-rule', 'fence'],
    errors: [404, 409],
    example: { name: 'Fast', condition: { kind: 'overspeed', limitKph: 90 }, allVehicles: true },
    input: RuleFields.extend({
      id: Id.optional(),
      name: text(80),
      severity: Severity.default('major'),
      channels: AlarmChannels.default({ userIds: [], everyone: false, bell: true, push: false, mail: false }),
      /** Requires the right to send commands if it is not null. */
      command: DeviceRequest.nullable().default(null),
      enabled: z.boolean().default(true),
      version: Version.optional(),
    }),
    output: z.object({ rule: AlarmRule }),
  }),
  'set-alarm-rule-enabled': operation({
    summary: 'Switches an alarm rule on or off. Switching it off clears its active alarms.',
    access: rules('edit'),
    limited: 'allowed',
    subject: 'rule',
    audit: ['alarm-rule', 'fence'],
    errors: [404],
    unversioned: 'sets one field to the value that the person chose',
    example: { id: 999_999, enabled: false },
    input: ById.extend({ enabled: z.boolean() }),
    output: z.object({ rule: AlarmRule }),
  }),
  'delete-alarm-rule': alarmRuleCalls.deleted(
    'Deletes an alarm rule and clears its active alarms. `restore-alarm-rule` restores the rule, not the alarms.',
  ),
  'restore-alarm-rule': alarmRuleCalls.restored('Restores a deleted alarm rule.'),
  'get-alarm-rule-choices': operation({
    summary: 'Returns what a rule of an organisation can apply to and who can be notified.',
    access: rules('view'),
    limited: 'allowed',
    errors: [404],
    bounds: { 'sensors[]': 10000, 'organisations[]': 10000, 'groups[]': 10000, 'people[]': 10000 },
    input: z.object({ organisationId: Id.optional() }),
    output: z.object({
      organisationId: Id,
      organisations: z.array(Ref),
      organisationsTotal: z.number().int(),
      groups: z.array(Ref),
      groupsTotal: z.number().int(),
      /** People whose role shows alarms of the organisation. */
      people: z.array(Ref.extend({ mail: z.boolean(), browsers: z.number().int() })),
      peopleTotal: z.number().int(),
      vehicles: z.number().int(),
      /** Sensors of its vehicles and profiles, one for each name. */
      sensors: z.array(SensorShown.pick({ name: true, kind: true, unit: true, normalMin: true, normalMax: true })),
      sensorsTotal: z.number().int(),
      /** The organisation's speed limit, km/h; null for none. */
      speedLimitKph: z.number().nullable(),
      timeZone: z.string(),
      /** If false, mails wait in the outbox. */
      mailConfigured: z.boolean(),
    }),
  }),
  'get-alarm-rule-targets': operation({
    summary: 'Returns vehicles or geofences of an organisation by part of their name, at most 50.',
    access: rules('view'),
    limited: 'allowed',
    errors: [404],
    bounds: { 'rows[]': 50 },
    input: z.object({
      organisationId: Id.optional(),
      kind: z.enum(['vehicle', 'fence']).default('vehicle'),
      search: searchText(100),
    }),
    output: listOutput(Ref),
  }),
  'get-alarm-rule-dry-run': operation({
    summary:
      'Returns the alarms that a rule would have raised over the last days, from the stored positions of its vehicles. Nothing is changed.',
    access: rules('view'),
    limited: 'allowed',
    bodyBytes: 262_144,
    errors: [404, 409],
    example: { condition: { kind: 'overspeed', limitKph: 90 }, allVehicles: true },
    bounds: { 'rows[]': 200 },
    input: RuleFields.extend({ days: z.number().int().min(1).max(7).default(7) }),
    output: z.object({
      from: Instant,
      to: Instant,
      /** The total number of alarms; `rows` contains the newest of them. */
      total: z.number().int(),
      rows: z.array(DryAlarm),
      positions: z.number().int(),
      vehicles: z.number().int(),
      /**
       * How many vehicles were examined, in order of registration; fewer than `vehicles` if the dry run stopped early.
       */
      looked: z.number().int(),
      /** The first registration that was not examined; null if all were. */
      stoppedAt: z.string().nullable(),
      stoppedBy: z.enum(['positions', 'time']).nullable(),
      /**
       * For a rule about road speed limits: the number of positions of at least `fromKph`, and of those whose road has
       * a known limit. Null for other rules.
       */
      limits: z.object({ fromKph: z.number(), fast: z.number().int(), known: z.number().int() }).nullable(),
    }),
  }),
  'get-dry-run-progress': operation({
    summary: "Returns the progress of the caller's dry run; null where none has started or it has ended.",
    access: rules('view'),
    limited: 'allowed',
    input: Empty,
    output: z.object({ progress: z.object({ looked: z.number().int(), vehicles: z.number().int() }).nullable() }),
  }),
};
