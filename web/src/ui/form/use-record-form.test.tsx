// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { CallError } from '../../api/call-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { RecordForm } from './record-form.tsx';
import { useRecordForm } from './use-record-form.ts';
import { useVersion } from './use-version.ts';

// A busy machine renders late.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(cleanup);

const opened = { name: 'Ana', phone: '1', note: '' };
const theirs = { name: 'Anna', phone: '3', note: '' };
const valuesOf = ({ name, phone, note }: typeof opened) => ({ name, phone, note });
const labels: Record<string, string> = { name: 'Name', phone: 'Phone', note: 'Note' };

/** A form whose first save fails because Luis saved `theirs` meanwhile. */
function showForm() {
  const saved: (typeof opened)[] = [];
  function Form() {
    const version = useVersion(
      { ...opened, id: 7, version: 1 },
      (id) => Promise.resolve({ ...theirs, id, version: 2 }),
      valuesOf,
    );
    const record = useRecordForm({
      initialValues: opened,
      validate: () => ({}),
      save(values) {
        if (version.sent()?.version === 2) {
          saved.push(values);
          return Promise.resolve(null);
        }
        const failure = { status: 409, code: 'changed-meanwhile', params: { who: 'luis' }, message: '' } as const;
        return Promise.reject(new CallError(failure));
      },
      readAgain: version.readAgain,
      onSaved: () => {},
    });
    return (
      <RecordForm
        record={record}
        fieldWords={{ label: (field) => labels[field] ?? '' }}
        readOnly={false}
        onCancel={() => {}}
      >
        {(['name', 'phone', 'note'] as const).map((field) => (
          <TextInput key={field} label={labels[field]} {...record.form.getInputProps(field)} />
        ))}
      </RecordForm>
    );
  }
  render(<Shown form={<Form />} />);
  return saved;
}

function Shown({ form }: { form: ReactNode }) {
  const router = createMemoryRouter([{ path: '/', element: form }]);
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>
  );
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const typed = () => Object.values(labels).map((label) => screen.getByLabelText<HTMLInputElement>(label).value);

test('the second to save is shown who was first, keeps the typed values, and saves them next', async () => {
  const saved = showForm();
  type('Phone', '2');
  type('Note', 'night shift');
  save();
  await screen.findByText(/luis changed this after you opened it\./);
  expect(typed()).toEqual(['Anna', '2', 'night shift']);
  expect(screen.getByText(/^Phone – Theirs:/).textContent).toBe('Phone – Theirs: 3');
  save();
  await waitFor(() => expect(saved).toEqual([{ name: 'Anna', phone: '2', note: 'night shift' }]));
});

test("the other person's value can be taken for a field that both changed", async () => {
  const saved = showForm();
  type('Phone', '2');
  save();
  fireEvent.click(await screen.findByRole('button', { name: 'Take theirs' }));
  expect(screen.queryByText(/^Phone – Theirs:/)).toBeNull();
  save();
  await waitFor(() => expect(saved).toEqual([theirs]));
});

function LimitForm() {
  const record = useRecordForm({
    initialValues: { name: '', limit: { max: 1, min: 1 } },
    validate: () => ({ name: 'No name', 'limit.max': 'No limit', 'limit.min': 'No least' }),
    save: () => Promise.resolve(null),
    onSaved: () => {},
  });
  const { limit } = record.form.values;
  return (
    <RecordForm record={record} readOnly={false} onCancel={() => {}}>
      <TextInput label="Name" {...record.form.getInputProps('name')} />
      <TextInput
        label="Limit"
        error={record.form.errors['limit.max']}
        value={limit.max}
        onChange={(event) => record.form.setFieldValue('limit', { ...limit, max: Number(event.target.value) })}
      />
      {record.form.errors['limit.min']}
    </RecordForm>
  );
}

test('the error of a changed field is removed, wherever in its value it was', async () => {
  render(<Shown form={<LimitForm />} />);
  save();
  await screen.findByText('No limit');
  type('Limit', '8');
  await waitFor(() => expect(screen.queryByText('No limit')).toBeNull());
  screen.getByText('No name');
  screen.getByText('No least');
});
