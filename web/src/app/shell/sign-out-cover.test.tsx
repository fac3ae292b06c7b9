// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, SILENCE, type MadeCall } from '../../api/fake-browser.ts';
import { signOut } from '../../api/session.ts';
import { forgetEnd } from '../../api/session-end.ts';
import { forgetSignOut, showSignOut } from '../../api/sign-out.ts';
import { SignOutNote } from '../../features/authentication/sign-out-note.tsx';
import { startTexts } from '../../text/i18n.ts';
import { SignOutCover } from './sign-out-cover.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const show = (what: React.ReactNode) => render(<MantineProvider env="test">{what}</MantineProvider>);
/** The reply to every call. */
let answer: unknown;
let calls: MadeCall[];

beforeAll(startTexts);
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  answer = SILENCE;
  calls = fakeServer(() => answer);
});
afterEach(() => {
  cleanup();
  forgetEnd();
  showSignOut(null);
  forgetSignOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the page is covered from the moment of signing out; a missing reply is shown, and can be retried immediately', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const view = show(<SignOutCover />);
  expect(view.queryByRole('status')).toBeNull();
  void signOut();
  await pass(0);
  view.getByText('Signing out…');
  await pass(25_000);
  view.getByRole('alert');
  view.getByText('You are not signed out yet');
  expect(assign).not.toHaveBeenCalled();
  answer = { status: 200 };
  // The next automatic attempt is more than a second away.
  await pass(100);
  expect(assign).not.toHaveBeenCalled();
  fireEvent.click(view.getByRole('button', { name: 'Try now' }));
  await pass(100);
  expect(assign.mock.calls).toEqual([['/authentication/signin']]);
});

test('sign-in shows that the session may be alive, continues the sign-out, and shows when it is over', async () => {
  document.cookie = 'milepost-sign-out=due; Path=/';
  const view = show(<SignOutNote held={false} />);
  view.getByText(/^The server has not confirmed that you are signed out/);
  await pass(30_000);
  expect(calls.length).toBeGreaterThan(2);
  view.getByRole('alert');
  answer = { status: 200 };
  await pass(60_000);
  view.getByText('You are signed out.');
  expect(document.cookie).not.toContain('milepost-sign-out=due');
  const sofar = calls.length;
  await pass(120_000);
  expect(calls).toHaveLength(sofar);
});

test('while somebody signs in nothing ends their session', async () => {
  document.cookie = 'milepost-sign-out=due; Path=/';
  answer = { status: 500, message: 'x' };
  const view = show(<SignOutNote held={false} />);
  await pass(0);
  expect(calls).toHaveLength(1);
  view.rerender(
    <MantineProvider env="test">
      <SignOutNote held />
    </MantineProvider>,
  );
  await pass(120_000);
  expect(calls).toHaveLength(1);
});

test('sign-in without a pending sign-out shows and requests nothing', async () => {
  const view = show(<SignOutNote held={false} />);
  await pass(60_000);
  expect(view.queryByRole('alert')).toBeNull();
  expect(calls).toEqual([]);
});
