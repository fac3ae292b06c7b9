// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { setFormat } from '../../text/format-settings.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { DateRange } from '../date-range/date-range.tsx';
import { DateField } from './date-field.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(() => {
  cleanup();
  setFormat({ language: 'en', timeZone: 'UTC', dayZone: 'UTC', units: 'metric' });
});

function open(field: ReactElement): HTMLElement {
  render(<MantineProvider env="test">{field}</MantineProvider>);
  fireEvent.click(screen.getByRole('button', { name: /Day/ }));
  const calendar = document.querySelector<HTMLElement>('[data-dates-dropdown]');
  if (!calendar) throw new Error('no calendar');
  return calendar;
}
const years = (calendar: HTMLElement) =>
  [...calendar.querySelectorAll('select')].map((list) => [...list.options].map(({ value }) => Number(value)))[1];

const none = () => undefined;

test.each([
  ['a day', <DateField key="day" label="Day" value="2026-11-20" onChange={none} />],
  ['days', <DateRange key="days" label="Days" value={['2026-11-20', '2026-11-22']} onChange={none} />],
])('the field for %s has the calendar of the specification', (_name, field) => {
  const calendar = open(field);
  expect(calendar.querySelectorAll('table')).toHaveLength(1);
  expect(calendar.querySelectorAll('tbody tr')).toHaveLength(6);
  expect(calendar.querySelector('thead th')?.textContent).toBe('Mo');
  expect(calendar.querySelector('tbody button')?.getAttribute('aria-label')).toBe('26 October 2026');
  expect(years(calendar)).toEqual(Array.from({ length: 21 }, (_, index) => 2016 + index));
});

test('a limit ends the list of years', () => {
  const calendar = open(<DateField label="Day" value="2026-11-20" maxDate="2026-11-22" onChange={none} />);
  expect(years(calendar)).toEqual(Array.from({ length: 11 }, (_, index) => 2016 + index));
});

test('says so when its maximum is earlier than its minimum', () => {
  const limits = { minDate: '2026-11-20', maxDate: '2026-11-19' };
  render(
    <MantineProvider env="test">
      <DateField label="Day" value={null} {...limits} onChange={none} />
    </MantineProvider>,
  );
  expect(screen.getByText(/earlier than the first/)).toBeTruthy();
});

test('a year that is chosen is shown, and a day of it can be taken', () => {
  const onChange = vi.fn();
  const calendar = open(<DateField label="Day" value="2026-11-20" onChange={onChange} />);
  const year = calendar.querySelectorAll('select')[1];
  if (!year) throw new Error('no list of years');
  act(() => {
    fireEvent.change(year, { target: { value: '2020' } });
  });
  fireEvent.click(screen.getByRole('button', { name: '5 November 2020' }));
  expect(onChange).toHaveBeenCalledWith('2020-11-05');
});

test.each([
  ['hi', 'सो', 'नवम्बर'],
  ['ar', 'ن', 'نوفمبر'],
] as const)('speaks the language of the person: %s', (language, monday, november) => {
  setFormat({ language, timeZone: 'UTC', dayZone: 'UTC', units: 'metric' });
  const calendar = open(<DateField label="Day" value="2026-11-20" onChange={none} />);
  expect(calendar.querySelector('thead th')?.textContent).toBe(monday);
  expect(calendar.querySelector('select')?.selectedOptions[0]?.textContent).toBe(november);
});
