// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { Carousel } from './carousel.tsx';

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

test('a carousel pauses under the pointer, and its keys change the slide', () => {
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
