import { ACCOUNT_FAULTS } from './faults/account-faults.ts';
import { ALARM_FAULTS } from './faults/alarm-faults.ts';
import { CALL_FAULTS } from './faults/call-faults.ts';
import { DELIVERY_FAULTS } from './faults/delivery-faults.ts';
import { DEVICE_FAULTS } from './faults/device-faults.ts';
import { FENCE_FAULTS } from './faults/fence-faults.ts';
import { FLEET_FAULTS } from './faults/fleet-faults.ts';
import { IMPORT_FAULTS } from './faults/import-faults.ts';
import { RECORD_FAULTS } from './faults/record-faults.ts';
import { REPORT_FAULTS } from './faults/report-faults.ts';
import { ROUTE_FAULTS } from './faults/route-faults.ts';
import { UPKEEP_FAULTS } from './faults/upkeep-faults.ts';

/** Faults that several areas have; the other languages have them in `texts/<language>/faults.json`. */
export const SHARED_FAULTS = {
  ...CALL_FAULTS,
  ...ACCOUNT_FAULTS,
  ...RECORD_FAULTS,
  ...ALARM_FAULTS,
  ...DELIVERY_FAULTS,
} as const;

/** Faults of one area each; the other languages have them as `fault` in the texts of the area. */
export const AREA_FAULTS = {
  ...DEVICE_FAULTS,
  ...FENCE_FAULTS,
  ...FLEET_FAULTS,
  ...IMPORT_FAULTS,
  ...REPORT_FAULTS,
  ...ROUTE_FAULTS,
  ...UPKEEP_FAULTS,
} as const;

/**
 * Every fault that is shown to people, by code, with its English text. `{{name}}` is a text, `{{name, kind}}` a value
 * that is formatted for the reader's language and units (`FaultValues`). A code that another language lacks does not
 * compile.
 */
export const FAULTS = { ...SHARED_FAULTS, ...AREA_FAULTS } as const;
