import { MENU_ACTIONS } from '@milepost/contract/menu';
import { ROUTES } from '@milepost/contract/routes';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What handlers ask for besides the access of their route: those that create and change by one route. */
async function grantsOfHandlers(): Promise<string[]> {
  const folder = path.join(import.meta.dirname, 'handlers');
  const files = (await readdir(folder)).filter((name) => !name.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  return [...texts.join('\n').matchAll(/requireGrant\(caller, '([a-z-]+)', input\.id === undefined/g)].flatMap(
    ([, menu]) => [`${menu}:create`, `${menu}:edit`],
  );
}

test('what can be granted on a menu is what the server asks for', async () => {
  const routes = Object.values(ROUTES).flatMap(({ access }) =>
    typeof access === 'object' ? [`${access.menu}:${access.action}`] : [],
  );
  const meant = Object.entries(MENU_ACTIONS).flatMap(([menu, actions]) => actions.map((action) => `${menu}:${action}`));
  // Seeing a screen may need no call of its own: samples, and what is shown from elsewhere.
  const asked = [...routes, ...(await grantsOfHandlers()), ...meant.filter((right) => right.endsWith(':view'))];
  expect(meant.toSorted()).toEqual([...new Set(asked)].toSorted());
});
