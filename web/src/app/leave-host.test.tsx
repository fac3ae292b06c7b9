// @vitest-environment happy-dom
import { Button, MantineProvider } from '@mantine/core';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { isUnsaved, letPageGo } from '../api/unsaved.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { useUnsaved } from '../ui/dialog/use-unsaved.ts';
import { FormCancel } from '../ui/form/form-cancel.tsx';
import { LeaveHost } from './leave-host.tsx';
import UserMenuList from './shell/user-menu-list.tsx';

const signOut = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('../api/session.ts', () => ({ signOut }));

// A busy machine renders late.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function Note() {
  const [note, setNote] = useState('');
  useUnsaved(() => note !== '');
  return <input aria-label="Note" value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)} />;
}

function Page() {
  const [isOpen, setIsOpen] = useState(true);
  const menu = { button: <Button>Menu</Button>, opened: true, onChange: () => {} };
  return (
    <MantineProvider env="test">
      <LeaveHost />
      <UserMenuList {...menu} name="M" organisation="O" />
      {isOpen && (
        <>
          <Note />
          <FormCancel onCancel={() => setIsOpen(false)} />
        </>
      )}
    </MantineProvider>
  );
}

function show() {
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Page /> }])} />);
  return screen.getByLabelText<HTMLInputElement>('Note');
}
const enter = (note: HTMLElement) => fireEvent.change(note, { target: { value: 'flat tyre' } });
const logOut = async () => fireEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
const answer = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('signing out without unsaved input is immediate', async () => {
  show();
  await logOut();
  expect(signOut).toHaveBeenCalledTimes(1);
});

test('signing out asks before unsaved input is lost', async () => {
  const note = show();
  enter(note);
  await logOut();
  await answer('Keep editing');
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull());
  expect([signOut.mock.calls.length, note.value]).toEqual([0, 'flat tyre']);
  await logOut();
  await answer('Discard changes');
  expect(signOut).toHaveBeenCalledTimes(1);
});

test('a form on a page asks before it is cancelled', async () => {
  const note = show();
  enter(note);
  const cancel = screen.getByText('Cancel');
  fireEvent.click(cancel);
  await answer('Keep editing');
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull());
  expect(note.value).toBe('flat tyre');
  fireEvent.click(cancel);
  await answer('Discard changes');
  await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
});

test('a page released by signing out does not ask again, for example when the window closes', async () => {
  enter(show());
  signOut.mockImplementation(() => {
    letPageGo();
    return Promise.resolve();
  });
  await logOut();
  await answer('Discard changes');
  expect(isUnsaved()).toBe(false);
});
