// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { CutNote } from './cut-note.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(cleanup);

function note(shown: number | undefined, total: number | undefined) {
  cleanup();
  const { queryByRole } = render(
    <MantineProvider>
      <CutNote shown={shown} total={total} />
    </MantineProvider>,
  );
  return queryByRole('note')?.textContent;
}

test('a truncated list shows its number and the total; a complete or empty one shows no note', () => {
  expect(note(10_000, 12_345)).toBe('The first 10,000 of 12,345 are shown');
  expect(note(10_000, 10_000)).toBeUndefined();
  expect(note(undefined, undefined)).toBeUndefined();
});
