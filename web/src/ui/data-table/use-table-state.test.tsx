// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { TableDefaults } from './table-state.ts';
import { useTableState } from './use-table-state.ts';

const DEFAULTS: TableDefaults<'name'> = { sorts: ['name'], sort: 'name', direction: 'asc' };
let table: ReturnType<typeof useTableState<'name'>> | undefined;

function List() {
  table = useTableState(DEFAULTS);
  return null;
}

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

test('what is changed before the last change is drawn does not take that back', async () => {
  history.replaceState(null, '', '/?page=3');
  render(<RouterProvider router={createBrowserRouter([{ path: '/', element: <List /> }])} />);
  const drawn = table;
  drawn?.change({ search: 'van' });
  await vi.waitFor(() => expect(window.location.search).toBe('?search=van'));
  drawn?.change({ direction: 'desc' });
  await vi.waitFor(() => expect(window.location.search).toBe('?search=van&sort=name&direction=desc'));
  drawn?.filter({ group: '7' });
  await vi.waitFor(() => expect(window.location.search).toBe('?search=van&sort=name&direction=desc&group=7'));
});
