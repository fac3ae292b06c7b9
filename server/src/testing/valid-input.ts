import type { Operation } from '@milepost/contract/operation';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';

/** An id that no record has. */
export const NOWHERE = 999_999;

/** The example of an operation: valid by the contract, about records that do not exist. */
export function validInput(name: OperationName): Record<string, unknown> {
  const { example }: Operation = OPERATIONS[name];
  return { ...(typeof example === 'object' && example !== null ? example : {}) };
}
