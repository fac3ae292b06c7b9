// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { theme } from '../../app/theme.ts';
import { MoneyField } from './money-field.tsx';

afterEach(cleanup);

function show(first: number | null, currency: string) {
  const listener = vi.fn<(amount: number | null) => void>();
  function Form() {
    const [amount, setAmount] = useState(first);
    return (
      <MoneyField
        label="Amount"
        currency={currency}
        value={amount}
        onChange={(next) => {
          listener(next);
          setAmount(next);
        }}
      />
    );
  }
  render(
    <MantineProvider theme={theme}>
      <Form />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  return { field, text: () => field.value.replaceAll('\u00a0', ' '), listener };
}

// ISO 4217: UYU and HUF have 2 decimals, JPY none, KWD 3.
test.each([
  ['UYU', 286_000, 'UYU 2,860.00'],
  ['UYU', 717_360, 'UYU 7,173.60'],
  ['HUF', 286_050, 'HUF 2,860.50'],
  ['JPY', 2860, 'JP¥2,860'],
  ['KWD', 2860, 'KWD 2.860'],
])('%s %i is written with the decimals of the currency', (currency, amount, written) => {
  expect(show(amount, currency).text()).toBe(written);
});

test('from the first key on only the typed text is shown; afterwards the decimals', () => {
  const { field, text, listener } = show(null, 'UYU');
  expect(text()).toBe('');
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: 'UYU 28' } });
  expect(text()).toBe('UYU 28');
  fireEvent.change(field, { target: { value: 'UYU 28.5' } });
  expect(text()).toBe('UYU 28.5');
  fireEvent.blur(field);
  expect(text()).toBe('UYU 28.50');
  expect(listener.mock.lastCall).toEqual([2850]);
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.blur(field);
  expect([text(), listener.mock.lastCall]).toEqual(['', [null]]);
});

test.each([
  ['١٢٣٫٥', 'UYU 123.50', 12_350],
  ['۱۲۳۴', 'UYU 1,234.00', 123_400],
  ['१,२३४.५६', 'UYU 1,234.56', 123_456],
])('%s is accepted as typed on other keyboards', (typed, written, amount) => {
  const { field, text, listener } = show(null, 'UYU');
  fireEvent.focus(field);
  fireEvent.input(field, { target: { value: typed } });
  fireEvent.blur(field);
  expect([text(), listener.mock.lastCall]).toEqual([written, [amount]]);
});
