import { Button, Group } from '@mantine/core';
import type { TFunction } from 'i18next';
import { errorText } from '../error-text.ts';
import { showToast, hideToast, type Toast } from './toast.ts';

/** A sentence takes longer to read than the specification's 500 ms, which are for a word or two. */
const READ_MS = 4000;
const UNDO_MS = 10_000;

/** Says what was done, long enough to be read. */
export const tell = (text: Toast['text'], toast: Partial<Toast> = {}): string =>
  showToast({ text, delayMs: READ_MS, ...toast });

/** Says what did not succeed, and why. */
export const tellFault = (text: string, toast: Partial<Toast> = {}): string => tell(text, { color: 'red', ...toast });

/** Says why something did not succeed. */
export const tellError = (t: TFunction, error: unknown): string => tellFault(errorText(t, error));

/** Says what was done, and offers to undo it while it says so. */
export function tellWithUndo(t: TFunction, text: string, undo: () => unknown): void {
  function onUndo() {
    hideToast(id);
    undo();
  }
  const id = tell(
    <Group justify="space-between" wrap="nowrap">
      {text}
      <Button size="xs" variant="light" onClick={onUndo}>
        {t('form.undo')}
      </Button>
    </Group>,
    { delayMs: UNDO_MS },
  );
}
