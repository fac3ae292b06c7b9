// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { useEscape } from './use-escape.ts';

afterEach(cleanup);

/** A drawer with a dialog over it that closes by Escape, like those of the application. */
function Page({ onClose }: { onClose: () => void }) {
  const drawer = useEscape(true, onClose);
  const [asking, setAsking] = useState(true);
  return (
    <div ref={drawer}>
      <section role="dialog" aria-modal="true">
        <input aria-label="Name" />
      </section>
      {asking &&
        createPortal(
          <section role="dialog" aria-modal="true" onKeyDownCapture={() => setAsking(false)}>
            <input aria-label="Reason" />
          </section>,
          document.body,
        )}
    </div>
  );
}

test('Escape closes the topmost: the dialog over a drawer first, then the drawer', () => {
  const close = vi.fn<() => void>();
  render(<Page onClose={close} />);
  // Nothing has the focus, and the dialog is on top.
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Escape' });
  expect(screen.queryByLabelText('Reason')).toBeNull();
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'a' });
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
  expect(close).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(close).toHaveBeenCalledTimes(2);
});
