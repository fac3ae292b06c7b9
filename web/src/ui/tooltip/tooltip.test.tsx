// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, type RenderResult } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tooltip } from './tooltip.tsx';

let page: RenderResult;

beforeEach(() => {
  vi.useFakeTimers();
  page = render(
    <MantineProvider env="test">
      <Tooltip text="On since 08:14">
        <button type="button">Ignition</button>
      </Tooltip>
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('opens by pointer, once it rests', () => {
  fireEvent.mouseEnter(page.getByRole('button'));
  wait(399);
  expect(page.queryByRole('tooltip')).toBeNull();
  wait(1);
  expect(page.getByRole('tooltip').textContent).toBe('On since 08:14');
});

test('opens by focus', () => {
  act(() => page.getByRole('button').focus());
  wait(400);
  expect(page.queryByRole('tooltip')).not.toBeNull();
});
