import { z } from 'zod';
import { alarmRuleRoutes } from './alarm-rule-routes.ts';
import { CHANGED, OF_A_PAGE, OwnField, PREVIEWED, UNDONE, wantedOf } from './bulk-change.ts';
import {
  DEVICE_BULK_FIELDS,
  DRIVER_BULK_FIELDS,
  FENCE_BULK_FIELDS,
  RULE_BULK_FIELDS,
  VEHICLE_BULK_FIELDS,
} from './bulk-kinds.ts';
import { Id, optionalText, searchText } from './common.ts';
import { DeviceFaultKind } from './device-fault.ts';
import { DRIVER_STATES, LICENCE_STATES } from './driver-routes.ts';
import { faultCode } from './fault.ts';
import { fenceRoutes } from './fence-routes.ts';
import { MovedFilter } from './moved.ts';
import { OwnFilter } from './own-field-routes.ts';
import { grant, route } from './route.ts';
import { VehicleStatus } from './vehicle-fields.ts';

const Vehicles = wantedOf(
  z.union([z.enum(VEHICLE_BULK_FIELDS), OwnField], faultCode('choose-offered')),
  z.strictObject({
    search: searchText(100),
    groupId: Id.optional(),
    status: VehicleStatus.optional(),
    tag: optionalText(30),
    own: OwnFilter,
    moved: MovedFilter,
  }),
);

const Drivers = wantedOf(
  z.union([z.enum(DRIVER_BULK_FIELDS), OwnField], faultCode('choose-offered')),
  z.strictObject({
    search: searchText(100),
    groupId: Id.optional(),
    state: z.enum(DRIVER_STATES).default('present'),
    licence: z.enum(LICENCE_STATES).optional(),
    own: OwnFilter,
  }),
);

const Devices = wantedOf(
  z.enum(DEVICE_BULK_FIELDS),
  z.strictObject({
    search: searchText(100),
    free: z.boolean().optional(),
    fault: z.union([DeviceFaultKind, z.literal('any')]).optional(),
  }),
);

const Rules = wantedOf(
  z.enum(RULE_BULK_FIELDS, faultCode('choose-offered')),
  alarmRuleRoutes['get-alarm-rule-list'].input.omit(OF_A_PAGE).strict(),
);

const Fences = wantedOf(
  z.enum(FENCE_BULK_FIELDS, faultCode('choose-offered')),
  fenceRoutes['get-fence-list'].input.omit(OF_A_PAGE).strict(),
);

const vehicles = { access: grant('vehicles')('edit') };
const drivers = { access: grant('drivers')('edit') };
const devices = { access: grant('devices')('edit') };
const rules = { access: grant('alarm-rules')('edit') };
const fences = { access: grant('geo-fence')('edit') };

/** Changes one field of many records; see `bulk-change.ts`. */
export const bulkRoutes = {
  'preview-vehicle-change': route({
    ...vehicles,
    limited: 'allowed',
    subject: 'vehicle',
    example: { ids: [999_999], field: 'colour', value: 'White' },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Vehicles,
  }),
  'change-vehicles': route({
    ...vehicles,
    limited: 'allowed',
    subject: 'vehicle',
    example: { ids: [999_999], field: 'colour', value: 'White' },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Vehicles,
  }),
  'undo-vehicle-change': route({
    ...vehicles,
    limited: 'allowed',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
  'preview-driver-change': route({
    ...drivers,
    limited: 'denied',
    subject: 'driver',
    example: { ids: [999_999], field: 'note', value: 'Nights' },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Drivers,
  }),
  'change-drivers': route({
    ...drivers,
    limited: 'denied',
    subject: 'driver',
    example: { ids: [999_999], field: 'note', value: 'Nights' },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Drivers,
  }),
  'undo-driver-change': route({
    ...drivers,
    limited: 'denied',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
  'preview-device-change': route({
    ...devices,
    limited: 'allowed',
    subject: 'device',
    example: { ids: [999_999], field: 'model', value: 'FMB920' },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Devices,
  }),
  'change-devices': route({
    ...devices,
    limited: 'allowed',
    subject: 'device',
    example: { ids: [999_999], field: 'model', value: 'FMB920' },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Devices,
  }),
  'undo-device-change': route({
    ...devices,
    limited: 'allowed',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
  'preview-alarm-rule-change': route({
    ...rules,
    limited: 'allowed',
    subject: 'rule',
    example: { ids: [999_999], field: 'severity', value: 'minor' },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Rules,
  }),
  /** Disabling rules clears their active alarms, which the undo does not restore. */
  'change-alarm-rules': route({
    ...rules,
    limited: 'allowed',
    subject: 'rule',
    example: { ids: [999_999], field: 'severity', value: 'minor' },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Rules,
  }),
  'undo-alarm-rule-change': route({
    ...rules,
    limited: 'allowed',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
  'preview-fence-change': route({
    ...fences,
    limited: 'denied',
    subject: 'fence',
    example: { ids: [999_999], field: 'alarmEnter', value: true },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Fences,
  }),
  /** Active alarms that the changed geofences no longer raise are cleared. */
  'change-fences': route({
    ...fences,
    limited: 'denied',
    subject: 'fence',
    example: { ids: [999_999], field: 'alarmEnter', value: true },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Fences,
  }),
  'undo-fence-change': route({
    ...fences,
    limited: 'denied',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
};
