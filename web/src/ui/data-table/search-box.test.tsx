// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { createBrowserRouter, Link, RouterProvider, type RouteObject, useSearchParams } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { SearchBox } from './search-box.tsx';

function List() {
  const [params, setParams] = useSearchParams();
  return (
    <>
      <SearchBox label="Search" value={params.get('search') ?? ''} onChange={(search) => setParams({ search })} />
      <Link to="/other">Other</Link>
    </>
  );
}
const Other = () => <p>The other page</p>;

/** Shows the list beside a page that loads later, in one of the ways in which pages load. */
function show(comesLater: (page: Promise<ComponentType>) => RouteObject) {
  history.replaceState(null, '', '/');
  const { promise: page, resolve: come } = Promise.withResolvers<ComponentType>();
  const router = createBrowserRouter([
    { path: '/', element: <List /> },
    { path: '/other', ...comesLater(page) },
  ]);
  render(
    <MantineProvider env="test">
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </MantineProvider>,
  );
  return () => come(Other);
}

const type = (text: string) => fireEvent.change(screen.getByLabelText('Search'), { target: { value: text } });
const pause = () => new Promise((resolve) => setTimeout(resolve, 600));
const search = () => window.location.pathname + window.location.search;

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

test('typed text is searched after a pause', async () => {
  show(() => ({ element: <Other /> }));
  type('van');
  expect(search()).toBe('/');
  await vi.waitFor(() => expect(search()).toBe('/?search=van'));
});

const asRoute = (page: Promise<ComponentType>): RouteObject => ({ lazy: async () => ({ Component: await page }) });
const asPart = (page: Promise<ComponentType>): RouteObject => {
  const Part = lazy(async () => ({ default: await page }));
  return { element: <Part /> };
};

test.each([
  ['of a route', asRoute],
  ['of a part', asPart],
])('a link that is followed before the pause is over leads on, though the code %s comes later', async (_of, later) => {
  const come = show(later);
  type('van');
  fireEvent.click(screen.getByText('Other'));
  await pause();
  come();
  await screen.findByText('The other page');
  await pause();
  expect(search()).toBe('/other');
});
