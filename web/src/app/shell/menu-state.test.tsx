// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/fake-browser.ts';
import { queryClient } from '../../api/query-client.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { useMenu } from '../../ui/menu/use-menu.ts';
import { MenuState } from './menu-state.tsx';

// A busy machine renders late.
configure({ asyncUtilTimeout: 10_000 });

function Side({ closed }: { closed: boolean }) {
  const menu = useMenu();
  return (
    <>
      <MenuState closed={closed} />
      {menu.data?.menuList.map(({ id, title }) => (
        <a key={id} href="#page">
          {title}
        </a>
      ))}
    </>
  );
}
const show = (closed: boolean) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Side closed={closed} />
      </QueryClientProvider>
    </MantineProvider>,
  );

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each([
  [false, 'Try again'],
  [true, 'The menu could not be loaded. Try again'],
])('a menu without a reply shows a message and can be requested again (closed: %s)', async (closed, name) => {
  let away = true;
  const calls = fakeServer(() => {
    if (away) throw new TypeError('Failed to fetch');
    const entry = { id: 7, title: 'Vehicles', path: 'vehicle-info', class: '', icon: 'truck', CM: 1, submenu: [] };
    return { status: 200, menuList: [entry] };
  });
  const { findByRole, findByText, queryByRole } = show(closed);
  const button = await findByRole('button', { name });
  await findByRole('alert');
  if (!closed) await findByText('The menu could not be loaded.');
  expect(calls.filter(({ body }) => body['route'] === 'get-nav-menu')).toHaveLength(2);
  away = false;
  fireEvent.click(button);
  await findByText('Vehicles');
  expect(queryByRole('alert')).toBeNull();
});
