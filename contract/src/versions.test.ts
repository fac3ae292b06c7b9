import { z } from 'zod';
import { expect, test } from 'vitest';
import type { Operation } from './operation.ts';
import { type OperationName, OPERATIONS } from './operations.ts';

const names = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

/** True when a call only reads, by the first or last words of its name. */
const reads = (name: OperationName) => name.startsWith('get-') || /-check(-by-id)?$/.test(name);

/** True when the output contains the version, directly or in its record. */
function answersVersion(name: OperationName): boolean {
  const { shape } = OPERATIONS[name].output;
  return [shape, ...Object.values(shape).flatMap((part) => (part instanceof z.ZodObject ? [part.shape] : []))].some(
    (fields) => 'version' in fields,
  );
}

test.each(names)('%s takes the version that was read and returns the new one, or has a reason not to', (name) => {
  const { unversioned, seen }: Operation = OPERATIONS[name];
  const { shape } = OPERATIONS[name].input;
  if ('version' in shape) {
    expect(unversioned).toBeUndefined();
    expect(answersVersion(name)).toBe(true);
  } else if (seen !== undefined) {
    expect(unversioned).toBeUndefined();
    expect(Object.keys(shape)).toContain(seen);
  } else if (reads(name)) expect(unversioned).toBeUndefined();
  else expect(unversioned).toMatch(/^[a-z].*[^.]$/);
});
