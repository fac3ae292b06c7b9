// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { NumberInput } from './number-input.tsx';

afterEach(cleanup);

function show(first: number | '', rule: { decimals?: number; suffix?: string } = {}) {
  const sent = vi.fn<(value: number | '') => void>();
  const submitted = vi.fn<() => void>();
  function Form() {
    const [value, setValue] = useState<number | ''>(first);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submitted();
        }}
      >
        <NumberInput
          label="Litres"
          {...rule}
          value={value}
          onChange={(next) => {
            sent(next);
            setValue(next);
          }}
        />
        <button type="button" onClick={() => setValue(7)}>
          Reset
        </button>
        <button type="submit">Save</button>
      </form>
    );
  }
  render(
    <MantineProvider>
      <Form />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Litres' });
  const enter = (text: string) => fireEvent.change(field, { target: { value: text } });
  return { field, enter, sent, submitted };
}

test.each([
  ['3425,76', 3425.76, '3,425.76 L'],
  ['62,4', 62.4, '62.4 L'],
  ['3.425,76', 3425.76, '3,425.76 L'],
  ['٣٤٢٥٫٧٦', 3425.76, '3,425.76 L'],
  ["3'425.76", 3425.76, '3,425.76 L'],
])('%s is one number, whether it was typed, pasted or filled in', (text, number, resting) => {
  const { field, enter, sent } = show('', { decimals: 2, suffix: ' L' });
  fireEvent.focus(field);
  for (let end = 1; end <= text.length; end += 1) enter(text.slice(0, end));
  expect(field.value).toBe(text);
  fireEvent.blur(field);
  expect([sent.mock.lastCall, field.value]).toEqual([[number], resting]);
  fireEvent.focus(field);
  enter(text);
  fireEvent.blur(field);
  expect(sent.mock.lastCall).toEqual([number]);
  // Filled in by the browser, without ever having the focus.
  enter('');
  enter(text);
  expect([sent.mock.lastCall, field.value]).toEqual([[number], resting]);
});

test('an unreadable text stays, has an error, and blocks the submission of the form', () => {
  const { field, enter, sent, submitted } = show('', { decimals: 0 });
  fireEvent.focus(field);
  enter('62,4');
  fireEvent.blur(field);
  expect([sent.mock.lastCall, field.value]).toEqual([[Number.NaN], '62,4']);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(submitted).not.toHaveBeenCalled();
  enter('62');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect([sent.mock.lastCall, submitted.mock.calls.length]).toEqual([[62], 1]);
});

test('the value in edit has no marks between thousands, so that a digit more never turns them into decimals', () => {
  const { field, enter, sent } = show(3425, {});
  expect(field.value).toBe('3,425');
  fireEvent.focus(field);
  expect(field.value).toBe('3425');
  enter('34251');
  expect(sent.mock.lastCall).toEqual([34_251]);
});

test('a value from outside replaces the typed text; arrows increment', () => {
  const { field, enter, sent } = show('');
  enter('none');
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(field.value).toBe('7');
  fireEvent.focus(field);
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(sent.mock.lastCall).toEqual([8]);
});
