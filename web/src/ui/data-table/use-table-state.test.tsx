// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { TableDefaults } from './table-state.ts';
import { useTableState } from './use-table-state.ts';

const DEFAULTS: TableDefaults<'name'> = { sorts: ['name'], sort: 'name', direction: 'asc' };
type Table = ReturnType<typeof useTableState<'name'>>;

function List({ tell }: { tell: (table: Table) => void }) {
  tell(useTableState(DEFAULTS));
  return null;
}

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

test('a change before the last one is rendered does not undo that', async () => {
  history.replaceState(null, '', '/?page=3');
  const tables: Table[] = [];
  const element = <List tell={(table) => tables.push(table)} />;
  render(<RouterProvider router={createBrowserRouter([{ path: '/', element }])} />);
  const [drawn] = tables;
  drawn?.change({ search: 'van' });
  await vi.waitFor(() => expect(window.location.search).toBe('?search=van'));
  drawn?.change({ direction: 'desc' });
  await vi.waitFor(() => expect(window.location.search).toBe('?search=van&sort=name&direction=desc'));
  drawn?.filter({ group: '7' });
  await vi.waitFor(() => expect(window.location.search).toBe('?search=van&sort=name&direction=desc&group=7'));
});
