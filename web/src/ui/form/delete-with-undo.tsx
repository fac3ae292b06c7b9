import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { errorText } from '../error-text.ts';

interface Options {
  /** What the person calls it. */
  name: string;
  /** What deleting means, in a sentence. */
  consequence: string;
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
  /** After it was removed, and after it is back. */
  onChanged: () => void;
  onRemoved: () => void;
}

const UNDO_MS = 10_000;

/** Asks, deletes, and offers to undo it. */
export function deleteWithUndo(t: TFunction, options: Options): void {
  const { name } = options;
  modals.openConfirmModal({
    title: t('form.delete-title', { name }),
    children: <Text>{options.consequence}</Text>,
    labels: { confirm: t('form.delete'), cancel: t('form.cancel') },
    confirmProps: { color: 'red' },
    closeButtonProps: { 'aria-label': t('form.close') },
    onConfirm: () => void remove(t, options),
  });
}

async function remove(t: TFunction, { name, remove: removeIt, restore, onChanged, onRemoved }: Options) {
  try {
    await removeIt();
  } catch (error) {
    return failed(t, error);
  }
  onRemoved();
  onChanged();
  const id = notifications.show({
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {t('form.deleted', { name })}
        <Button size="xs" variant="light" onClick={() => void undo()}>
          {t('form.undo')}
        </Button>
      </Group>
    ),
  });
  async function undo() {
    notifications.hide(id);
    try {
      await restore();
      onChanged();
      notifications.show({ message: t('form.restored', { name }) });
    } catch (error) {
      failed(t, error);
    }
  }
}

function failed(t: TFunction, error: unknown) {
  notifications.show({ color: 'red', message: errorText(t, error) });
}
