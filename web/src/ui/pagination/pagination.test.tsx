// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { Pagination } from './pagination.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(cleanup);

const draw = (pageSize?: number) =>
  render(
    <MantineProvider env="test">
      <Pagination
        total={35}
        page={1}
        onPageChange={() => undefined}
        {...(pageSize === undefined ? {} : { pageSize })}
      />
    </MantineProvider>,
  );
const pages = () => screen.getAllByRole('button').filter(({ textContent }) => /^\d+$/.test(textContent)).length;

// Specification, section 9: pagination page size 10.
test('a page holds 10 items where the screen does not set how many', () => {
  draw();
  expect(pages()).toBe(4);
});

test('a screen may set how many', () => {
  draw(20);
  expect(pages()).toBe(2);
});
