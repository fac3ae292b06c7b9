import { Button, Group } from '@mantine/core';
import type { TFunction } from 'i18next';
import { notify } from './notify.ts';
import { hideToast } from './toast.ts';

const UNDO_MS = 10_000;

/** Shows what was done, with a button to undo it. */
export function notifyWithUndo(t: TFunction, text: string, undo: () => unknown): void {
  function onUndo() {
    hideToast(id);
    undo();
  }
  const id = notify(
    <Group justify="space-between" wrap="nowrap">
      {text}
      <Button size="xs" variant="light" onClick={onUndo}>
        {t('form.undo')}
      </Button>
    </Group>,
    { delayMs: UNDO_MS },
  );
}
