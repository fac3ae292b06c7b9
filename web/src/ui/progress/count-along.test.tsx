// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { ToastHost } from '../toast/toast-host.tsx';
import { countAlong, type Counted } from './count-along.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
beforeEach(() => {
  vi.useFakeTimers();
  render(
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

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Counts a hundred rows every 100 ms. */
const count = (total: number) => async (report: (counted: Counted) => void) => {
  for (let done = 0; done < total; done += 100) {
    report({ text: `${done} of ${total} rows`, done, total });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return 'file';
};

test('work of a second shows nothing', async () => {
  const result = countAlong(i18n.t, count(900));
  await wait(899);
  expect(screen.queryByText(/rows/)).toBeNull();
  await wait(1000);
  expect(screen.queryByText(/rows/)).toBeNull();
  expect(await result).toBe('file');
});

test('longer work shows its progress, as text and as a bar, until it is done', async () => {
  const result = countAlong(i18n.t, count(5000));
  await wait(1250);
  screen.getByText('1200 of 5000 rows');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1200');
  await wait(1000);
  screen.getByText('2200 of 5000 rows');
  await wait(4000);
  expect(await result).toBe('file');
  expect(screen.queryByText(/rows/)).toBeNull();
});

test('Cancel ends the work at its next count', async () => {
  const result = countAlong(i18n.t, count(5000));
  await wait(1250);
  fireEvent.click(screen.getByText('Cancel'));
  await wait(1000);
  expect(await result).toBeNull();
  expect(screen.queryByText(/rows/)).toBeNull();
});

test('an error is thrown', async () => {
  await expect(countAlong(i18n.t, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
