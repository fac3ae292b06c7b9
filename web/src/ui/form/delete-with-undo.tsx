import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';
import { notify, notifyError } from '../toast/notify.ts';

export interface Deletion {
  /** The label of the record. */
  name: string;
  /** A sentence about the effect of the deletion. */
  consequence: string;
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
  /** Replaces the usual reload after a change of the record, which would make its page request a deleted record. */
  onChanged?: () => void;
}

interface Options extends Deletion {
  /** Called after the removal, and after its undo. */
  onChanged: () => void;
  onRemoved: () => void;
}

/** Asks, deletes, and offers an undo. */
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
