// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { MeanwhileNote } from './meanwhile-note.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(cleanup);

test.each([
  ['North gate', 'Field – Theirs: North gate'],
  ['', 'Field – Theirs: empty'],
  [null, 'Field – Theirs: empty'],
  [true, 'Field – Theirs: Yes'],
  [30, 'Field – Theirs: 30'],
  [['a', 'b'], 'Field – Theirs: a, b'],
  [[{ id: 7, name: 'Van 7' }], 'Field – Theirs: Van 7'],
  [[], 'Field – Theirs: empty'],
  // An outline has no text form, so only the field is listed.
  [{ kind: 'circle', radiusM: 100 }, 'Field'],
])('the value of somebody else is shown as text: %j', (theirs, words) => {
  const meanwhile = { text: 'luis changed this.', clashes: [{ field: 'field', theirs }], nth: 1, takeTheirs: () => {} };
  render(
    <MantineProvider env="test">
      <MeanwhileNote meanwhile={meanwhile} words={{ label: () => 'Field' }} />
    </MantineProvider>,
  );
  expect(screen.getByText(/^Field/).textContent).toBe(words);
});

const note = (nth: number) => (
  <MantineProvider env="test">
    <MeanwhileNote
      key={nth}
      meanwhile={{ text: 'luis changed this.', clashes: [], nth, takeTheirs: () => {} }}
      words={undefined}
    />
  </MantineProvider>
);

test('scrolls into view, however far down the person had scrolled, and again with the next conflict', () => {
  // Newer browsers return a promise.
  const shown = vi.fn<() => unknown>(() => Promise.resolve());
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(shown);
  const { rerender } = render(note(1));
  expect(shown).toHaveBeenCalledTimes(1);
  rerender(note(2));
  expect(shown).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
});
