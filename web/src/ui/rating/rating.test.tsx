// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { Rating } from './rating.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(cleanup);

const draw = (max?: number) =>
  render(
    <MantineProvider env="test">
      <Rating label="Care" value={12} onChange={() => undefined} {...(max === undefined ? {} : { max })} />
    </MantineProvider>,
  );
/** The available ratings: each number of stars, and none at all. */
const choices = () => screen.getAllByRole('radio').map((choice) => Number(choice.getAttribute('value')));

// Specification, section 9: rating max 10; section 5: clamps to 0..max.
test('there are 10 stars by default, and no more can be given', () => {
  draw();
  expect(Math.max(...choices())).toBe(10);
  expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('10');
});

test('a screen may set how many', () => {
  draw(5);
  expect(Math.max(...choices())).toBe(5);
});
