// @vitest-environment happy-dom
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
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
  vi.restoreAllMocks();
  setFormat({ language: 'en', timeZone: 'UTC', dayZone: 'UTC', units: 'metric' });
});

function open(field: ReactElement): HTMLElement {
  render(<MantineProvider env="test">{field}</MantineProvider>);
  fireEvent.click(screen.getByRole('button', { name: 'Open calendar', description: /^Days?$/ }));
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

test('shows an error if its maximum is earlier than its minimum', () => {
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

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

function type(value: string | null, rule: { clearable?: boolean; minDate?: string; maxDate?: string } = {}) {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB');
  const sent = vi.fn<(day: string | null) => void>();
  const submitted = vi.fn<(day: string | null) => void>();
  function Form() {
    const [day, setDay] = useState(value);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submitted(day);
        }}
      >
        <DateField
          label="Day"
          {...rule}
          value={day}
          onChange={(next) => {
            sent(next);
            setDay(next);
          }}
        />
        <button type="button" onClick={() => setDay('2026-01-02')}>
          Reset
        </button>
        <button type="submit">Save</button>
      </form>
    );
  }
  render(
    <MantineProvider env="test">
      <Form />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' });
  function enter(text: string): void {
    act(() => field.focus());
    fireEvent.change(field, { target: { value: text } });
  }
  const leave = () => act(() => field.blur());
  /** The accessible description of the field besides its name. */
  const described = () =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
      .join(' ');
  return { field, enter, leave, sent, submitted, described };
}

test('a day that is typed counts once, when the field is left or Enter is pressed', () => {
  const { field, enter, leave, sent } = type('2026-11-20');
  for (const text of ['3', '3.4', '3.4.2', '3.4.28']) enter(text);
  expect(sent).not.toHaveBeenCalled();
  leave();
  expect([sent.mock.calls, field.value]).toEqual([[['2028-04-03']], '3 Apr 2028']);
  enter('4.4.28');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect([sent.mock.calls.at(-1), field.value]).toEqual([['2028-04-04'], '4 Apr 2028']);
});

test('a form is sent with the day that is still being typed', () => {
  const { enter, submitted } = type(null);
  enter('2028-04-03');
  save();
  expect(submitted.mock.calls).toEqual([['2028-04-03']]);
});

test('an invalid text stays, has an error that belongs to the field, and blocks the submission of its form', () => {
  const { field, enter, leave, sent, submitted, described } = type('2026-11-20', { maxDate: '2026-11-22' });
  expect(described()).toContain('DD/MM/YYYY');
  enter('31.4.2026');
  leave();
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['31.4.2026', 'true']);
  expect(described()).toMatch(/There is no such day.*DD\/MM\/YYYY/);
  expect(screen.getByRole('alert').textContent).toContain('There is no such day');
  enter('23.11.2026');
  expect(field.getAttribute('aria-invalid')).toBeNull();
  save();
  expect(described()).toContain('Enter 22 Nov 2026 or an earlier day.');
  expect([sent.mock.calls, submitted.mock.calls]).toEqual([[], []]);
  enter('22.11.2026');
  save();
  expect(submitted.mock.calls).toEqual([['2026-11-22']]);
});

test('an empty text clears a field that may be empty, and is refused in another', () => {
  const { enter, leave, sent, submitted } = type('2026-11-20', { clearable: true });
  enter('');
  leave();
  expect(sent.mock.calls).toEqual([[null]]);
  save();
  expect(submitted.mock.calls).toEqual([[null]]);
  cleanup();
  const other = type('2026-11-20');
  other.enter('');
  other.leave();
  save();
  expect([other.sent.mock.calls, other.submitted.mock.calls]).toEqual([[], []]);
  expect(other.described()).toContain('Enter a day.');
});

test('a value from outside replaces the typed text', () => {
  const { field, enter, leave, described } = type('2026-11-20');
  enter('never');
  leave();
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(field.value).toBe('2 Jan 2026');
  expect(described()).not.toContain('Enter a day');
});

test('a range is typed, too', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB');
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <DateRange label="Days" value={['2026-11-20', '2026-11-22']} onChange={onChange} />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Days' });
  expect(field.value).toBe('20 Nov 2026 – 22 Nov 2026');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: '1.3.-7.3.2026' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onChange).toHaveBeenCalledWith(['2026-03-01', '2026-03-07']);
});

test('a range is typed by the name that the calendar offers for it, and a faulty one is answered with two different days', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB');
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 29, 12));
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <DateRange label="Days" value={['2026-11-20', '2026-11-22']} onChange={onChange} />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Days' });
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'sooner' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByRole('alert').textContent).toContain('for example 30/12/2028 – 31/12/2028');
  fireEvent.change(field, { target: { value: ' last month' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onChange.mock.calls).toEqual([[['2026-10-01', '2026-10-31']]]);
});

test('in Arabic a range reads from right to left, and can be typed over', () => {
  setFormat({ language: 'ar', timeZone: 'UTC', dayZone: 'UTC', units: 'metric' });
  const onChange = vi.fn();
  render(
    <DirectionProvider initialDirection="rtl" detectDirection={false}>
      <MantineProvider env="test">
        <DateRange label="Days" value={['2026-11-20', '2026-11-22']} onChange={onChange} />
      </MantineProvider>
    </DirectionProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Days' });
  // The paragraph takes the direction of its first strong character.
  expect(field.value).toBe('\u200f20/11/2026 – 22/11/2026');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: '\u200f21/11/2026 – 22/11/2026' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onChange).toHaveBeenCalledWith(['2026-11-21', '2026-11-22']);
});
