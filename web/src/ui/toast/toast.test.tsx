// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, render, type RenderResult } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { notifyWithUndo } from './notify-with-undo.tsx';
import { notify } from './notify.ts';
import { hideToast, showToast, type Toast, whenToastWaits } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

let page: RenderResult;

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
beforeEach(() => {
  vi.useFakeTimers();
  page = render(
    <MantineProvider>
      <ToastHost />
    </MantineProvider>,
  );
});
afterEach(() => {
  act(() => {
    notifications.clean();
  });
  cleanup();
  vi.useRealTimers();
});

/** The duration of the exit animation. */
const LEAVING_MS = 250;
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
function show(toast: Partial<Toast> = {}): string {
  let id = '';
  act(() => {
    id = showToast({ text: 'Saved', ...toast });
  });
  return id;
}
const isShown = (text = 'Saved') => {
  wait(LEAVING_MS);
  return page.queryByText(text) !== null;
};

test('hides after 500 ms', () => {
  show();
  wait(499 - LEAVING_MS);
  expect(isShown()).toBe(true);
  wait(1);
  expect(isShown()).toBe(false);
});

test('stays under the pointer, and has its full time afterwards', () => {
  show();
  wait(400);
  fireEvent.mouseEnter(page.getByRole('alert'));
  wait(5000);
  expect(isShown()).toBe(true);
  fireEvent.mouseLeave(page.getByRole('alert'));
  wait(499 - LEAVING_MS);
  expect(isShown()).toBe(true);
  wait(1);
  expect(isShown()).toBe(false);
});

test('stays while the focus is within', () => {
  show();
  fireEvent.focus(page.getByRole('button', { name: 'Dismiss' }));
  wait(5000);
  expect(isShown()).toBe(true);
  fireEvent.blur(page.getByRole('button', { name: 'Dismiss' }));
  wait(500);
  expect(isShown()).toBe(false);
});

test('one that does not hide by itself is closed by its button', () => {
  show({ autohide: false });
  wait(60_000);
  expect(isShown()).toBe(true);
  fireEvent.click(page.getByRole('button', { name: 'Dismiss' }));
  expect(isShown()).toBe(false);
});

test('can be hidden by its id', () => {
  const id = show({ autohide: false });
  act(() => {
    hideToast(id);
  });
  expect(isShown()).toBe(false);
});

test('a sentence of a screen stays for 4 s, which is long enough to read it', () => {
  act(() => {
    notify('Saved');
  });
  wait(3999 - LEAVING_MS);
  expect(isShown()).toBe(true);
  wait(1);
  expect(isShown()).toBe(false);
});

test('an undoable action is shown for 10 s, and hidden when it is undone', () => {
  const undo = vi.fn();
  act(() => {
    notifyWithUndo(i18n.t, 'Deleted', undo);
  });
  wait(9999 - LEAVING_MS);
  expect(isShown('Deleted')).toBe(true);
  fireEvent.click(page.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(isShown('Deleted')).toBe(false);
});

test('a toast from before the host is loaded is shown as soon as it is', () => {
  cleanup();
  const wanted = vi.fn();
  const stop = whenToastWaits(wanted);
  notify('Early');
  hideToast(notify('Gone'));
  expect(wanted).toHaveBeenCalled();
  stop();
  page = render(
    <MantineProvider>
      <ToastHost />
    </MantineProvider>,
  );
  expect(isShown('Early')).toBe(true);
  expect(isShown('Gone')).toBe(false);
});
