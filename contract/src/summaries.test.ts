import { expect, test } from 'vitest';
import type { RouteSpec } from './route.ts';
import { type RouteName, ROUTES } from './routes.ts';

const names = Object.keys(ROUTES).filter((name): name is RouteName => name in ROUTES);

test.each(names)('the summary of %s consists of full sentences, the first of which begins with a verb', (name) => {
  const { summary }: RouteSpec = ROUTES[name];
  expect(summary).toMatch(/^[A-Z][a-z]+s [^\n]+\.$/);
  for (const [, call = ''] of summary.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)) expect(names).toContain(call);
});

test('no two calls have the same summary', () => {
  const summaries = names.map((name) => ROUTES[name].summary);
  expect(new Set(summaries).size).toBe(summaries.length);
});
