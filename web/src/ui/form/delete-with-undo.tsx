import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';
import { notify, notifyError } from '../toast/notify.ts';

export interface Deletion {
  /** What the person calls it. */
  name: string;
  /** What deleting means, in a sentence. */
  consequence: string;
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
  /** In place of what follows a change of the record: where its page would ask once more for what is gone. */
  onChanged?: () => void;
}

interface Options extends Deletion {
  /** After it was removed, and after it is back. */
  onChanged: () => void;
  onRemoved: () => void;
}

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
    notifyError(t, error);
    return;
  }
  onRemoved();
  onChanged();
  notifyWithUndo(t, t('form.deleted', { name }), undo);
  async function undo() {
    try {
      await restore();
      onChanged();
      notify(t('form.restored', { name }));
    } catch (error) {
      notifyError(t, error);
    }
  }
}
