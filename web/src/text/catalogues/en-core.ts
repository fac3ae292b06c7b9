import { FAULTS } from '@milepost/contract/faults';

/** The texts of the shell and the live map. English faults are those that the server says them in too. */
export const files = {
  ...import.meta.glob<Record<string, unknown>>('../en/core/*.json', { eager: true, import: 'default' }),
  'fault.json': FAULTS,
};
