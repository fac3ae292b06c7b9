// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useKeys } from './use-keys.ts';

afterEach(cleanup);

function Page({ onLeave, dialog }: { onLeave(): void; dialog: boolean }) {
  useKeys({ Escape: onLeave });
  return (
    <>
      <input aria-label="Search" />
      {dialog && <section role="dialog" aria-modal="true" />}
    </>
  );
}

test('keys of the page do nothing while a person types or a dialog is open, wherever the focus is', () => {
  const leave = vi.fn<() => void>();
  const { rerender } = render(<Page onLeave={leave} dialog={false} />);
  fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'Escape' });
  expect(leave).not.toHaveBeenCalled();
  rerender(<Page onLeave={leave} dialog />);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(leave).not.toHaveBeenCalled();
  rerender(<Page onLeave={leave} dialog={false} />);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(leave).toHaveBeenCalledTimes(1);
});
