// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { Alert } from './alert.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(cleanup);

const framed = (children: ReactNode) => <MantineProvider env="test">{children}</MantineProvider>;

test('is a warning that can be dismissed', () => {
  const { queryByText, getByRole } = render(framed(<Alert>Low battery</Alert>));
  expect(getByRole('alert').outerHTML).toContain('orange');
  fireEvent.click(getByRole('button', { name: 'Dismiss' }));
  expect(queryByText('Low battery')).toBeNull();
});

test('one that is not dismissible has no button', () => {
  const { queryByRole, getByText } = render(framed(<Alert dismissible={false}>Low battery</Alert>));
  expect(getByText('Low battery')).toBeTruthy();
  expect(queryByRole('button')).toBeNull();
});

test('new content is shown again after a dismissal', () => {
  const page = render(framed(<Alert type="danger">Taken</Alert>));
  fireEvent.click(page.getByRole('button', { name: 'Dismiss' }));
  page.rerender(framed(<Alert type="danger">Too long</Alert>));
  expect(page.queryByText('Too long')).toBeTruthy();
});
