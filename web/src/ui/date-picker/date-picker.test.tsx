// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { DatePicker } from './date-picker.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(cleanup);

type Props = Partial<Parameters<typeof DatePicker>[0]>;
const show = (props: Props = {}) =>
  render(
    <MantineProvider env="test">
      <DatePicker value="2026-11-20" onChange={() => undefined} {...props} />
    </MantineProvider>,
  ).container;

test('shows one month of 6 weeks of 7 days, from Monday on, with the days outside of it', () => {
  const page = show();
  expect(page.querySelectorAll('table')).toHaveLength(1);
  const weeks = [...page.querySelectorAll('tbody tr')];
  expect(weeks).toHaveLength(6);
  for (const week of weeks) expect(week.querySelectorAll('td')).toHaveLength(7);
  expect(page.querySelector('thead th')?.textContent).toBe('Mo');
  // 1 November 2026 is a Sunday, so its first week begins on 26 October.
  expect(page.querySelector('tbody button')?.getAttribute('aria-label')).toBe('26 October 2026');
});

test('lists months and 21 years to choose from', () => {
  const [months, years] = show().querySelectorAll('select');
  expect(months?.querySelectorAll('option')).toHaveLength(12);
  expect([...(years?.querySelectorAll('option') ?? [])].map(({ value }) => Number(value))).toEqual(
    Array.from({ length: 21 }, (_, index) => 2016 + index),
  );
});

test('its properties change its appearance', () => {
  const page = show({ months: 2, firstDayOfWeek: 0, navigation: 'arrows' });
  expect(page.querySelectorAll('table')).toHaveLength(2);
  expect(page.querySelector('thead')?.textContent).toMatch(/^Su/);
  expect(page.querySelectorAll('select')).toHaveLength(0);
  // The number of the week and its seven days.
  expect(show({ showWeekNumbers: true }).querySelector('tbody tr')?.querySelectorAll('td')).toHaveLength(8);
  expect(show({ showWeekdays: false }).querySelector('thead')).toBeNull();
});

test('shows an error if its maximum is earlier than its minimum', () => {
  const page = show({ minDate: '2026-11-20', maxDate: '2026-11-19' });
  expect(page.querySelector('table')).toBeNull();
  expect(page.querySelector('[role=alert]')?.textContent).toContain('earlier than the first');
});
