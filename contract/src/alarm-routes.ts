import { z } from 'zod';
import { ALARM_MEASURES, REASON_CODES } from './alarm-constants.ts';
import { Fault, faultCode } from './fault.ts';
import { Empty, Id, Instant, listInput, listOutput, optionalLines, Place } from './common.ts';
import { Severity } from './fact-routes.ts';
import { DriverContact } from './who-drove.ts';
import { VEHICLE_STATUSES } from './live-constants.ts';
import { grant, route } from './route.ts';

const alarms = grant('alarms');

export const ReasonCode = z.enum(REASON_CODES);
export type ReasonCode = z.infer<typeof ReasonCode>;

/** Why a change of its rule or geofence cleared an alarm. */
export const ClearReason = z.enum(['ruleOff', 'ruleDeleted', 'vehicleLeftRule', 'geofenceAlarmOff', 'geofenceDeleted']);
export type ClearReason = z.infer<typeof ClearReason>;

/** An alarm with its handling, as lists, the wall board and live frames show it. */
export const AlarmRow = z.object({
  id: Id,
  vehicleId: Id,
  registration: z.string(),
  groupName: z.string().nullable(),
  /** Who drove when it was raised. */
  driverName: z.string().nullable(),
  ruleId: Id,
  ruleName: z.string(),
  /** Kind of the rule's condition (`AlarmCondition` of tracking). */
  kind: z.string(),
  severity: Severity,
  start: Instant,
  /** The time by the device's clock where that cannot be right: the alarm began when it was received. Null otherwise. */
  deviceClock: Instant.nullable(),
  lastAt: Instant,
  clearedAt: Instant.nullable(),
  /** Null where its condition ended by itself. */
  clearedBy: z.string().nullable(),
  acknowledgedAt: Instant.nullable(),
  acknowledgedBy: z.string().nullable(),
  reasonCode: ReasonCode.nullable(),
  assigneeId: Id.nullable(),
  assigneeName: z.string().nullable(),
  count: z.number().int(),
  place: Place.nullable(),
  /** The place in words. */
  address: z.string().nullable(),
  value: z.number().nullable(),
  /** What `value` is; null where there is nothing to read in it. */
  measures: z.enum(ALARM_MEASURES).nullable(),
  /** Of a figure: that of the rule's sensor; empty for all else. */
  unit: z.string(),
  /** What it is about: the geofence, also the one whose speed limit was passed, or the device's alarm code. */
  fenceName: z.string().nullable(),
  /** The speed limit that was passed; null for other kinds, and where it is not known any more. */
  limitKph: z.number().nullable(),
  code: z.string().nullable(),
});
export type AlarmRow = z.infer<typeof AlarmRow>;

export const AlarmAction = z.enum(['acknowledge', 'unacknowledge', 'assign', 'note', 'clear']);
export type AlarmAction = z.infer<typeof AlarmAction>;

/** What somebody did about an alarm, or that it happened again after a person had cleared it (`reopen`, by nobody). */
export const AlarmHandling = z.object({
  id: Id,
  at: Instant,
  username: z.string(),
  action: z.enum([...AlarmAction.options, 'reopen']),
  reasonCode: z.enum([...ReasonCode.options, ...ClearReason.options]).nullable(),
  /** To whom it was assigned; null also where it was taken from everybody. */
  assignee: z.string().nullable(),
  text: z.string().nullable(),
});
export type AlarmHandling = z.infer<typeof AlarmHandling>;

/** A vehicle near a place, with its newest known position. */
export const NearVehicle = DriverContact.extend({
  vehicleId: Id,
  registration: z.string(),
  driverName: z.string().nullable(),
  /** As the crow flies. */
  distanceM: z.number(),
  place: Place,
  status: z.enum(VEHICLE_STATUSES),
  speedKph: z.number(),
  fixTime: Instant,
});
export type NearVehicle = z.infer<typeof NearVehicle>;

const Ref = z.object({ id: Id, name: z.string() });

export const alarmRoutes = {
  'get-alarm-list': route({
    access: alarms('view'),
    limited: 'allowed',
    input: listInput(['start', 'severity', 'registration', 'ruleName', 'count', 'lastAt']).extend({
      state: z.enum(['active', 'cleared']).optional(),
      acknowledged: z.boolean().optional(),
      /** None named: all. The same for the lists below. */
      severities: z.array(Severity).max(4).default([]),
      ruleId: Id.optional(),
      vehicleIds: z.array(Id).max(500).default([]),
      groupId: Id.optional(),
      assignee: z.enum(['me', 'nobody']).optional(),
      /** Raised in this range, `to` not included. */
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    output: listOutput(AlarmRow),
  }),
  'get-alarm': route({
    access: alarms('view'),
    limited: 'allowed',
    subject: 'alarm',
    example: { id: 999_999 },
    bounds: { 'history[]': 10000, 'nearest[]': 'a few, by the handler' },
    input: z.object({ id: Id }),
    output: z.object({
      alarm: AlarmRow,
      /** In order of time. */
      history: z.array(AlarmHandling),
      historyTotal: z.number().int(),
      /** The nearest first; none where the alarm has no place. */
      nearest: z.array(NearVehicle),
    }),
  }),
  /** What the list can be narrowed to, and whom an alarm can be assigned to. */
  'get-alarm-choices': route({
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
  /**
   * Acknowledges (with a reason), takes that back, assigns (null: to nobody), notes or clears (with a reason). What
   * somebody else did first is a conflict: of one alarm the answer is 409, of several those that could not be done are
   * told in `skipped`.
   */
  'handle-alarm': route({
    access: alarms('edit'),
    limited: 'allowed',
    subject: 'alarm',
    example: { ids: [999_999], action: 'acknowledge' },
    bounds: { 'alarms[]': 'one for each id that the call names', 'skipped[]': 'one for each id that the call names' },
    input: z.object({
      ids: z.array(Id).min(1, faultCode('choose-one')).max(500, faultCode('choose-at-most')),
      action: AlarmAction,
      reasonCode: ReasonCode.optional(),
      note: optionalLines(500),
      assigneeId: Id.nullish(),
      /** Who had it as far as the caller knows; assigning is refused where it is somebody else by now. */
      assigneeWas: Id.nullish(),
    }),
    output: z.object({
      alarms: z.array(AlarmRow),
      skipped: z.array(z.object({ id: Id, fault: Fault })),
    }),
  }),
};
