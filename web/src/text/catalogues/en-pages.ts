import { FAULTS } from '@milepost/contract/faults';

/** The texts of all other pages. English faults are those of the contract: the shell shows them as the server sends them. */
export const files = {
  ...import.meta.glob<Record<string, unknown>>('../en/pages/*.json', { eager: true, import: 'default' }),
  'fault.json': FAULTS,
};
