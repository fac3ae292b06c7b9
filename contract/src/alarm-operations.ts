import { z } from 'zod';
import { ALARM_MEASURES, REASON_CODES } from './alarm-constants.ts';
import { Fault, faultCode } from './fault.ts';
import { Empty, Id, Instant, listInput, listOutput, optionalLines, Coordinates } from './common.ts';
import { Severity } from './fact-operations.ts';
import { DriverContact } from './who-drove.ts';
import { VEHICLE_STATUSES } from './live-constants.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

const alarms = grant('alarms');

export const ReasonCode = z.enum(REASON_CODES);
export type ReasonCode = z.infer<typeof ReasonCode>;

/** The change of a rule or geofence that cleared an alarm. */
export const ClearReason = z.enum(['ruleOff', 'ruleDeleted', 'vehicleLeftRule', 'geofenceAlarmOff', 'geofenceDeleted']);
export type ClearReason = z.infer<typeof ClearReason>;

/** An alarm with its handling, as in lists, on the wall board and in live frames. */
export const AlarmRow = z.object({
  id: Id,
  vehicleId: Id,
  registration: z.string(),
  groupName: z.string().nullable(),
  /** The driver when the alarm was raised. */
  driverName: z.string().nullable(),
  ruleId: Id,
  ruleName: z.string(),
  /** The kind of the rule's condition (`AlarmCondition` of tracking). */
  kind: z.string(),
  severity: Severity,
  start: Instant,
  /**
   * The time by the device's clock if that time is impossible: the alarm then began when the report was received. Null
   * otherwise.
   */
  deviceClock: Instant.nullable(),
  lastAt: Instant,
  clearedAt: Instant.nullable(),
  /** Null if its condition ended by itself. */
  clearedBy: z.string().nullable(),
  acknowledgedAt: Instant.nullable(),
  acknowledgedBy: z.string().nullable(),
  reasonCode: ReasonCode.nullable(),
  assigneeId: Id.nullable(),
  assigneeName: z.string().nullable(),
  count: z.number().int(),
  place: Coordinates.nullable(),
  /** The address of the alarm's coordinates. */
  address: z.string().nullable(),
  value: z.number().nullable(),
  /** The quantity of `value`; null if the value has no meaning of its own. */
  measures: z.enum(ALARM_MEASURES).nullable(),
  /** The unit of the rule's sensor if `measures` is `figure`; otherwise empty. */
  unit: z.string(),
  /** The geofence (also the one whose speed limit was exceeded) or the device's alarm code. */
  fenceName: z.string().nullable(),
  /** The exceeded speed limit; null for other kinds, and if the limit is no longer known. */
  limitKph: z.number().nullable(),
  code: z.string().nullable(),
});
export type AlarmRow = z.infer<typeof AlarmRow>;

export const AlarmAction = z.enum(['acknowledge', 'unacknowledge', 'assign', 'note', 'clear']);
export type AlarmAction = z.infer<typeof AlarmAction>;

/** An action on an alarm by a person, or its recurrence after a person had cleared it (`reopen`, without a person). */
export const AlarmHandling = z.object({
  id: Id,
  at: Instant,
  username: z.string(),
  action: z.enum([...AlarmAction.options, 'reopen']),
  reasonCode: z.enum([...ReasonCode.options, ...ClearReason.options]).nullable(),
  /** The person to whom it was assigned; null also when the assignment was removed. */
  assignee: z.string().nullable(),
  text: z.string().nullable(),
});
export type AlarmHandling = z.infer<typeof AlarmHandling>;

/** A vehicle near a point, with its last known position. */
export const NearVehicle = DriverContact.extend({
  vehicleId: Id,
  registration: z.string(),
  driverName: z.string().nullable(),
  /** Straight-line distance. */
  distanceM: z.number(),
  place: Coordinates,
  status: z.enum(VEHICLE_STATUSES),
  speedKph: z.number(),
  fixTime: Instant,
});
export type NearVehicle = z.infer<typeof NearVehicle>;

const Ref = z.object({ id: Id, name: z.string() });

export const alarmOperations = {
  'get-alarm-list': operation({
    summary: 'Lists alarms, a page at a time.',
    access: alarms('view'),
    limited: 'allowed',
    input: listInput(['start', 'severity', 'registration', 'ruleName', 'count', 'lastAt']).extend({
      state: z.enum(['active', 'cleared']).optional(),
      acknowledged: z.boolean().optional(),
      /** Empty: all. The same holds for the lists below. */
      severities: z.array(Severity).max(4).default([]),
      ruleId: Id.optional(),
      vehicleIds: z.array(Id).max(500).default([]),
      groupId: Id.optional(),
      assignee: z.enum(['me', 'nobody']).optional(),
      /** Raised within this range; `to` is exclusive. */
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    output: listOutput(AlarmRow),
  }),
  'get-alarm': operation({
    summary: 'Returns one alarm with the history of its handling.',
    access: alarms('view'),
    limited: 'allowed',
    subject: 'alarm',
    errors: [404],
    bounds: { 'history[]': 10000, 'nearest[]': 'a few, by the handler' },
    ...ID_INPUT,
    output: z.object({
      alarm: AlarmRow,
      /** In order of time. */
      history: z.array(AlarmHandling),
      historyTotal: z.number().int(),
      /** Nearest first; empty if the alarm has no coordinates. */
      nearest: z.array(NearVehicle),
    }),
  }),
  'get-alarm-choices': operation({
    summary:
      'Returns the rules and groups that the list of alarms can be filtered by, and the people an alarm can be assigned to.',
    access: alarms('view'),
    limited: 'allowed',
    bounds: { 'rules[]': 10000, 'groups[]': 10000, 'people[]': 10000 },
    input: Empty,
    output: z.object({
      rules: z.array(Ref),
      rulesTotal: z.number().int(),
      groups: z.array(Ref),
      groupsTotal: z.number().int(),
      people: z.array(Ref),
      peopleTotal: z.number().int(),
    }),
  }),
  'handle-alarm': operation({
    summary:
      'Acknowledges alarms (with a reason) or withdraws that, assigns them (null: to nobody), adds a note, or clears them (with a reason). Where somebody else was first, one alarm is answered with 409; of several, those that could not be handled are returned in `skipped`.',
    access: alarms('edit'),
    limited: 'allowed',
    subject: 'alarm',
    audit: 'alarm',
    errors: [404, 409],
    seen: 'assigneeWas',
    example: { ids: [999_999], action: 'acknowledge' },
    bounds: { 'alarms[]': 'one for each id that the call names', 'skipped[]': 'one for each id that the call names' },
    input: z.object({
      ids: z.array(Id).min(1, faultCode('choose-one')).max(500, faultCode('choose-at-most')),
      action: AlarmAction,
      reasonCode: ReasonCode.optional(),
      note: optionalLines(500),
      assigneeId: Id.nullish(),
      /** The assignee as far as the caller knows; assigning is refused if the assignee has changed meanwhile. */
      assigneeWas: Id.nullish(),
    }),
    output: z.object({
      alarms: z.array(AlarmRow),
      skipped: z.array(z.object({ id: Id, fault: Fault })),
    }),
  }),
};
