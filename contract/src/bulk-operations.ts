import { z } from 'zod';
import { alarmRuleOperations } from './alarm-rule-operations.ts';
import { bulkCalls, OF_A_PAGE, OwnField, bulkSelection } from './bulk-change.ts';
import {
  DEVICE_BULK_FIELDS,
  DRIVER_BULK_FIELDS,
  FENCE_BULK_FIELDS,
  RULE_BULK_FIELDS,
  VEHICLE_BULK_FIELDS,
} from './bulk-kinds.ts';
import { Id, optionalText, searchText } from './common.ts';
import { DeviceFaultKind } from './device-fault.ts';
import { DRIVER_STATES, LICENCE_STATES } from './driver-operations.ts';
import { faultCode } from './fault.ts';
import { fenceOperations } from './fence-operations.ts';
import { MovedFilter } from './moved.ts';
import { OwnFilter } from './own-field-operations.ts';
import { grant } from './operation.ts';
import { VehicleStatus } from './vehicle-fields.ts';

const Vehicles = bulkSelection(
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

const Drivers = bulkSelection(
  z.union([z.enum(DRIVER_BULK_FIELDS), OwnField], faultCode('choose-offered')),
  z.strictObject({
    search: searchText(100),
    groupId: Id.optional(),
    state: z.enum(DRIVER_STATES).default('present'),
    licence: z.enum(LICENCE_STATES).optional(),
    own: OwnFilter,
  }),
);

const Devices = bulkSelection(
  z.enum(DEVICE_BULK_FIELDS),
  z.strictObject({
    search: searchText(100),
    free: z.boolean().optional(),
    fault: z.union([DeviceFaultKind, z.literal('any')]).optional(),
  }),
);

const Rules = bulkSelection(
  z.enum(RULE_BULK_FIELDS, faultCode('choose-offered')),
  alarmRuleOperations['get-alarm-rule-list'].input.omit(OF_A_PAGE).strict(),
);

const Fences = bulkSelection(
  z.enum(FENCE_BULK_FIELDS, faultCode('choose-offered')),
  fenceOperations['get-fence-list'].input.omit(OF_A_PAGE).strict(),
);

const vehicles = bulkCalls({
  access: grant('vehicles')('edit'),
  limited: 'allowed',
  subject: 'vehicle',
  audit: ['vehicle', 'user'],
  records: 'vehicles',
  input: Vehicles,
  example: { ids: [999_999], field: 'colour', value: 'White' },
});
const drivers = bulkCalls({
  access: grant('drivers')('edit'),
  limited: 'denied',
  subject: 'driver',
  audit: 'driver',
  records: 'drivers',
  input: Drivers,
  example: { ids: [999_999], field: 'note', value: 'Nights' },
});
const devices = bulkCalls({
  access: grant('devices')('edit'),
  limited: 'allowed',
  subject: 'device',
  audit: 'device',
  records: 'devices',
  input: Devices,
  example: { ids: [999_999], field: 'model', value: 'FMB920' },
});
const rules = bulkCalls({
  access: grant('alarm-rules')('edit'),
  limited: 'allowed',
  subject: 'rule',
  audit: ['alarm-rule', 'fence'],
  records: 'alarm rules',
  effect: 'Switching rules off clears their active alarms, which the undo does not restore.',
  input: Rules,
  example: { ids: [999_999], field: 'severity', value: 'minor' },
});
const fences = bulkCalls({
  access: grant('geo-fence')('edit'),
  limited: 'denied',
  subject: 'fence',
  audit: 'fence',
  records: 'geofences',
  effect: 'Switching a kind of alarm off clears the active alarms of that kind.',
  input: Fences,
  example: { ids: [999_999], field: 'alarmEnter', value: true },
});

/** Changes one field of many records; see `bulk-change.ts`. */
export const bulkOperations = {
  'preview-vehicle-change': vehicles.preview,
  'change-vehicles': vehicles.change,
  'undo-vehicle-change': vehicles.undo,
  'preview-driver-change': drivers.preview,
  'change-drivers': drivers.change,
  'undo-driver-change': drivers.undo,
  'preview-device-change': devices.preview,
  'change-devices': devices.change,
  'undo-device-change': devices.undo,
  'preview-alarm-rule-change': rules.preview,
  'change-alarm-rules': rules.change,
  'undo-alarm-rule-change': rules.undo,
  'preview-fence-change': fences.preview,
  'change-fences': fences.change,
  'undo-fence-change': fences.undo,
};
