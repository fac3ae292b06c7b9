// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { TimePicker } from './time-picker.tsx';

afterEach(cleanup);

function Picker() {
  const [value, setValue] = useState({ hour: 19, minute: 2, second: 0 });
  return (
    <MantineProvider>
      <TimePicker label="Time" spinners={false} value={value} onChange={setValue} />
      <output>{`${value.hour}:${value.minute}`}</output>
    </MantineProvider>
  );
}
const typeInto = (text: string) => {
  for (let length = 1; length <= text.length; length++) {
    if (!(document.activeElement instanceof HTMLInputElement)) throw new Error('Nothing has the focus.');
    fireEvent.change(document.activeElement, { target: { value: text.slice(0, length) } });
  }
};

test('hours with both digits lead on to the minutes, and those are set without Enter', () => {
  render(<Picker />);
  const [hour, minute] = screen.getAllByRole('spinbutton');
  act(() => hour?.focus());
  typeInto('15');
  expect(document.activeElement).toBe(minute);
  typeInto('00');
  expect(screen.getByRole('status').textContent).toBe('15:0');
});
