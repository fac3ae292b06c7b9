// @vitest-environment happy-dom
import { PUBLIC_PATHS } from '@milepost/contract/public-paths';
import { matchRoutes } from 'react-router';
import { afterAll, expect, test } from 'vitest';
import { checkBeside, checkOnLoad, leadOn, toNotFound, toSignIn } from './loaders.ts';
import { router } from './routes.tsx';

afterAll(() => router.dispose());

const loaderAt = (path: string) => matchRoutes(router.routes, path)?.at(-1)?.route.loader;

// Specification, section 4: the session is checked on load, except on the signin and reset-password pages.
test.each([
  ['/authentication/page404', checkOnLoad],
  ['/authentication/page500', checkOnLoad],
  ['/authentication/forgot-password', checkBeside],
  ['/authentication/signin', leadOn],
  ['/authentication/reset-password', undefined],
  ['/', toSignIn],
  ['/authentication/elsewhere', toNotFound],
])('the checks on load of %s', (path, loader) => {
  expect(loaderAt(path)).toBe(loader);
});

test('pages for people without an account check no session', () => {
  expect(PUBLIC_PATHS.map((path) => loaderAt(`/${path}`))).toEqual(PUBLIC_PATHS.map(() => undefined));
});
