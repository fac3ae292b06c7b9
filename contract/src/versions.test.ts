import { z } from 'zod';
import { expect, test } from 'vitest';
import type { RouteSpec } from './route.ts';
import { type RouteName, ROUTES } from './routes.ts';

const names = Object.keys(ROUTES).filter((name): name is RouteName => name in ROUTES);

/** True when a call only reads, by the first or last words of its name. */
const reads = (name: RouteName) => name.startsWith('get-') || /-check(-by-id)?$/.test(name);

/** True when the output contains the version, directly or in its record. */
function answersVersion(name: RouteName): boolean {
  const { shape } = ROUTES[name].output;
  return [shape, ...Object.values(shape).flatMap((part) => (part instanceof z.ZodObject ? [part.shape] : []))].some(
    (fields) => 'version' in fields,
  );
}

test.each(names)('%s takes the version that was read and returns the new one, or has a reason not to', (name) => {
  const { unversioned, seen }: RouteSpec = ROUTES[name];
  const { shape } = ROUTES[name].input;
  if ('version' in shape) {
    expect(unversioned).toBeUndefined();
    expect(answersVersion(name)).toBe(true);
  } else if (seen !== undefined) {
    expect(unversioned).toBeUndefined();
    expect(Object.keys(shape)).toContain(seen);
  } else if (reads(name)) expect(unversioned).toBeUndefined();
  else expect(unversioned).toMatch(/^[a-z].*[^.]$/);
});
