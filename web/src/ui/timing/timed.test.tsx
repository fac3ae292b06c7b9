// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { Alert } from '../alert/alert.tsx';
import { Carousel } from '../carousel/carousel.tsx';
import { NotificationHost } from '../notification/notification-host.tsx';
import { showNotification } from '../notification/show-notification.ts';
import { Toast } from '../toast/toast.tsx';

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

test('a toast hides after 500 ms, but not under the pointer', () => {
  const onHide = vi.fn();
  const { getByRole } = show(<Toast onHide={onHide}>Saved</Toast>);
  wait(400);
  fireEvent.mouseEnter(getByRole('status'));
  wait(5000);
  expect(onHide).not.toHaveBeenCalled();
  fireEvent.mouseLeave(getByRole('status'));
  wait(499);
  expect(onHide).not.toHaveBeenCalled();
  wait(1);
  expect(onHide).toHaveBeenCalledOnce();
});

test('a toast that does not hide by itself stays', () => {
  const onHide = vi.fn();
  const { getByRole } = show(
    <Toast autohide={false} onHide={onHide}>
      Saved
    </Toast>,
  );
  wait(60_000);
  expect(onHide).not.toHaveBeenCalled();
  fireEvent.click(getByRole('button', { name: 'Dismiss' }));
  expect(onHide).toHaveBeenCalledOnce();
});

test('a notification stays for 1000 ms, then leaves with its animation', () => {
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

test('an alert is a warning that can be dismissed', () => {
  const { queryByText, getByRole } = show(<Alert>Low battery</Alert>);
  expect(getByRole('alert').outerHTML).toContain('orange');
  fireEvent.click(getByRole('button', { name: 'Dismiss' }));
  expect(queryByText('Low battery')).toBeNull();
});

const slides = (
  <Carousel label="Photos">
    <p>one</p>
    <p>two</p>
    <p>three</p>
  </Carousel>
);

test('a carousel turns every 5000 ms and goes round', () => {
  const { getByRole } = show(slides);
  const current = () => getByRole('button', { current: true }).getAttribute('aria-label');
  expect(current()).toBe('Slide 1');
  wait(4999);
  expect(current()).toBe('Slide 1');
  wait(1);
  expect(current()).toBe('Slide 2');
  wait(5000);
  wait(5000);
  expect(current()).toBe('Slide 1');
});

test('a carousel stands still under the pointer, and its keys turn it', () => {
  const { container, getByRole } = show(slides);
  const current = () => getByRole('button', { current: true }).getAttribute('aria-label');
  const carousel = container.querySelector('section');
  if (!carousel) throw new Error('no carousel');
  fireEvent.mouseEnter(carousel);
  wait(20_000);
  expect(current()).toBe('Slide 1');
  fireEvent.keyDown(carousel, { key: 'ArrowLeft' });
  expect(current()).toBe('Slide 3');
});
