// @vitest-environment happy-dom
import { MantineProvider, Select, TextInput } from '@mantine/core';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { forgetSaved, isNavigationHeld, isUnsaved } from '../../api/unsaved.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { FormCancel } from '../form/form-cancel.tsx';
import { Drawer } from './drawer.tsx';
import { Modal } from './modal.tsx';
import { useUnsaved } from './use-unsaved.ts';

// A busy machine renders late.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(cleanup);

const SOURCES = import.meta.glob<string>(['../../**/*.tsx', '!../../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const KINDS = { Modal, Drawer };
type Kind = keyof typeof KINDS;

function show(kind: Kind, props: { loses?: boolean } = {}) {
  const closed = vi.fn<() => void>();
  const Dialog = KINDS[kind];
  function Page() {
    const [opened, setOpened] = useState(true);
    const close = () => {
      closed();
      setOpened(false);
    };
    return (
      <Dialog {...props} opened={opened} onClose={close} title="New" closeButtonProps={{ 'aria-label': 'Close' }}>
        <TextInput label="Reason" defaultValue="late" />
        <TextInput label="Link" readOnly defaultValue="https://" />
        <Select label="Kind" searchable data={['Fuel', 'Toll']} />
        <FormCancel onCancel={close} />
      </Dialog>
    );
  }
  render(
    <MantineProvider env="test">
      <Page />
    </MantineProvider>,
  );
  return closed;
}

const reason = () => screen.getByLabelText<HTMLInputElement>('Reason');
function enter(value: string) {
  fireEvent.focusIn(reason());
  fireEvent.change(reason(), { target: { value } });
}
const question = () => screen.findByText('Discard your changes?');
const escape = (on: Element = reason()) => fireEvent.keyDown(on, { key: 'Escape' });

const WAYS: Record<string, () => void> = {
  Escape: () => escape(),
  'the cross': () => fireEvent.click(screen.getByRole('button', { name: 'Close' })),
  Cancel: () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })),
};

for (const kind of ['Modal', 'Drawer'] as const) {
  test.each(Object.entries(WAYS))(`%s closes a ${kind} at once into which nothing was entered`, (_, act) => {
    const closed = show(kind);
    fireEvent.focusIn(reason());
    act();
    expect(closed).toHaveBeenCalledTimes(1);
    expect(isUnsaved()).toBe(false);
  });

  test.each(Object.entries(WAYS))(`%s asks before a ${kind} is lost with what was entered`, async (_, act) => {
    const closed = show(kind);
    enter('flat tyre');
    expect(isUnsaved()).toBe(true);
    act();
    await question();
    fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull());
    expect([closed.mock.calls.length, reason().value]).toEqual([0, 'flat tyre']);
    act();
    await question();
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(closed).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(isUnsaved()).toBe(false));
  });
}

test('Escape in the question closes the question, and nothing else', async () => {
  const closed = show('Modal');
  enter('flat tyre');
  escape();
  await question();
  escape(screen.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull());
  expect(closed).not.toHaveBeenCalled();
});

test('values that arrive in a dialog before anybody touches it are not input', async () => {
  const closed = vi.fn<() => void>();
  function Late({ value }: { value: string }) {
    return (
      <MantineProvider env="test">
        <Modal opened onClose={closed} title="Late">
          <button>Close</button>
          {value !== '' && <TextInput label="Reason" defaultValue={value} />}
        </Modal>
      </MantineProvider>
    );
  }
  const { rerender } = render(<Late value="" />);
  fireEvent.focusIn(screen.getByText('Close'));
  rerender(<Late value="late" />);
  await screen.findByLabelText('Reason');
  expect(isUnsaved()).toBe(false);
  escape();
  expect(closed).toHaveBeenCalledTimes(1);
});

test('reverted input is not unsaved', () => {
  const closed = show('Modal');
  enter('flat tyre');
  enter('late');
  escape();
  expect(closed).toHaveBeenCalledTimes(1);
});

test('a choice counts as entered, and Escape in its open list closes only the list', async () => {
  const closed = show('Modal');
  const kind = screen.getByLabelText<HTMLInputElement>('Kind', { selector: 'input' });
  fireEvent.pointerDown(kind);
  fireEvent.click(kind);
  await waitFor(() => expect(kind.getAttribute('aria-expanded')).toBe('true'));
  escape(kind);
  await waitFor(() => expect(kind.getAttribute('aria-expanded')).toBe('false'));
  expect(closed).not.toHaveBeenCalled();
  fireEvent.click(kind);
  fireEvent.click(await screen.findByRole('option', { name: 'Fuel', hidden: true }));
  expect(kind.value).toBe('Fuel');
  escape();
  await question();
  expect(closed).not.toHaveBeenCalled();
});

test('a dialog whose fields take effect immediately loses nothing', () => {
  const closed = show('Drawer', { loses: false });
  enter('flat tyre');
  expect(isUnsaved()).toBe(false);
  escape();
  expect(closed).toHaveBeenCalledTimes(1);
});

test('saved input is no longer lost', () => {
  const closed = show('Modal');
  enter('flat tyre');
  forgetSaved();
  escape();
  expect(closed).toHaveBeenCalledTimes(1);
});

test("Back asks while a dialog has unsaved input; the dialog's own next action does not", () => {
  show('Modal');
  enter('flat tyre');
  expect([isNavigationHeld(true), isNavigationHeld(false)]).toEqual([true, false]);
});

function Painted() {
  const [color, setColor] = useState('red');
  useUnsaved(() => color !== 'red');
  return <button onClick={() => setColor('blue')}>{color}</button>;
}

test('a form with more than fields reports itself that it is changed', async () => {
  const closed = vi.fn<() => void>();
  render(
    <MantineProvider env="test">
      <Drawer opened onClose={closed} title="Colour">
        <Painted />
      </Drawer>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'red' }));
  escape(screen.getByRole('button', { name: 'blue' }));
  await question();
  expect(closed).not.toHaveBeenCalled();
  expect(isNavigationHeld(false)).toBe(true);
});

test('forms are cancelled only through the component that asks: "Cancel" is on no other button', () => {
  const others = Object.entries(SOURCES)
    .filter(([, code]) => /(?<!=)\{t\('form\.cancel'\)\}/.test(code))
    .map(([name]) => name.replace('../../', ''));
  // These cancel an ongoing process: a dry run of a rule, or a file upload.
  expect(others).toEqual(['features/geo-fence/files/import-dialog.tsx', 'features/settings/alarm-rules/dry-run.tsx']);
});
