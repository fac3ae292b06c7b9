import { ACCOUNT_FAULTS } from './faults/account-faults.ts';
import { CALL_FAULTS } from './faults/call-faults.ts';
import { DELIVERY_FAULTS } from './faults/delivery-faults.ts';
import { MAP_FAULTS } from './faults/map-faults.ts';
import { RECORD_FAULTS } from './faults/record-faults.ts';

/**
 * Every fault that is shown to people, by code, with its English text. `{{name}}` is a text, `{{name, kind}}` a value
 * that is formatted for the reader's language and units (`FaultValues`). The browser has the other languages under the
 * same codes (`texts/<language>/faults.json`), and a test finds a missing code.
 */
export const FAULTS = {
  ...CALL_FAULTS,
  ...ACCOUNT_FAULTS,
  ...RECORD_FAULTS,
  ...MAP_FAULTS,
  ...DELIVERY_FAULTS,
} as const;
