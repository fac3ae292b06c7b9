// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { NotificationHost } from './notification-host.tsx';
import { NotificationList } from './notification-list.tsx';
import { showNotification } from './show-notification.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const show = (element: ReactElement) => render(<MantineProvider env="test">{element}</MantineProvider>);
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('a notification is shown for 1000 ms, then leaves with its animation', () => {
  const { queryByText } = show(<NotificationHost />);
  act(() => {
    showNotification('bg-green', 'Saved');
  });
  wait(999);
  expect(queryByText('Saved')?.parentElement?.className).toContain('animated fadeInDown');
  wait(1);
  expect(queryByText('Saved')?.parentElement?.className).toContain('animated fadeOutUp');
  wait(300);
  expect(queryByText('Saved')).toBeNull();
});

test('a notification can be dismissed', () => {
  const { queryByText, getByRole } = show(<NotificationHost />);
  act(() => {
    showNotification('', 'Saved');
  });
  fireEvent.click(getByRole('button', { name: 'Dismiss' }));
  wait(300);
  expect(queryByText('Saved')).toBeNull();
});

test('a list of notifications is 254 px high at most', () => {
  const { getByRole } = show(<NotificationList label="News">many</NotificationList>);
  expect(getByRole('region', { name: 'News' }).style.maxHeight).toBe('254px');
});
