import type { Operation } from '@milepost/contract/operation';
import { isOperationName, OPERATIONS } from '@milepost/contract/operations';
import { expect, test } from 'vitest';
import { csrfOf, isOpen, isSave } from './operation-headers.ts';

const operations = Object.entries<Operation>(OPERATIONS);

test.each(operations)('%s has the header and the openness of the contract', (name, operation) => {
  if (!isOperationName(name)) throw new Error(name);
  expect(csrfOf(name)).toBe(operation.csrf);
  expect(isOpen(name)).toBe(operation.access === 'anyone');
});

test('operations that require create, edit or delete are saves, those whose names begin with get are not', () => {
  for (const [name, { access }] of operations) {
    if (!isOperationName(name)) throw new Error(name);
    const changes = typeof access === 'object' && access.action !== 'view';
    if (changes && !name.startsWith('get-')) expect(isSave(name), name).toBe(true);
    if (name.startsWith('get-')) expect(isSave(name), name).toBe(false);
  }
  // Both create and edit by one operation, which therefore requires only the permission to view.
  expect(isSave('save-vehicle')).toBe(true);
  expect(isSave('login')).toBe(false);
  expect(isSave('logout')).toBe(false);
});
