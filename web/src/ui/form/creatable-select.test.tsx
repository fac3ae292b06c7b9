// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { handleListEnter } from './handle-list-enter.ts';
import { CreatableSelect } from './creatable-select.tsx';

// A busy machine renders late.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
  document.addEventListener('keydown', handleListEnter);
});
afterEach(cleanup);

const create = vi.fn((name: string) => Promise.resolve({ id: 9, name }));

const saved = vi.fn();

function Field() {
  const [value, setValue] = useState<number | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saved();
      }}
    >
      <CreatableSelect
        label="Group"
        options={[{ id: 1, name: 'Night shift' }]}
        value={value}
        onChange={setValue}
        create={create}
      />
      <output>{value}</output>
      <button type="submit">Save</button>
    </form>
  );
}
function show(): HTMLElement {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Field />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return screen.getByRole('combobox', { name: 'Group' });
}
/** True if the browser would go on to submit the form. */
const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
const type = (field: HTMLElement, text: string) => {
  act(() => field.focus());
  fireEvent.input(field, { target: { value: text } });
};

test('a new name and Enter create and choose it, and the form is not submitted', async () => {
  const field = show();
  type(field, 'Cold chain');
  await screen.findByText(/^Create/);
  expect(enter(field)).toBe(false);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('9'));
  expect(create.mock.calls.map(([name]) => name)).toEqual(['Cold chain']);
});

test('a part of a name and Enter choose the highlighted option', async () => {
  const field = show();
  type(field, 'nigh');
  await screen.findByText('Night shift');
  expect(enter(field)).toBe(false);
  expect(screen.getByRole('status').textContent).toBe('1');
});

test('Enter while the list is closed opens it', () => {
  const field = show();
  expect(enter(field)).toBe(false);
  expect(field.getAttribute('aria-expanded')).toBe('true');
});

test('a new name that is typed and left stays, with a note, and is created before the form is saved', async () => {
  create.mockClear();
  const field = show();
  type(field, 'Cold chain');
  act(() => field.blur());
  expect(field).toHaveProperty('value', 'Cold chain');
  await screen.findByText('“Cold chain” is created when you save.');
  expect(create).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Save'));
  expect(saved).not.toHaveBeenCalled();
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(create.mock.calls.map(([name]) => name)).toEqual(['Cold chain']);
  expect(screen.getByRole('status').textContent).toBe('9');
});
