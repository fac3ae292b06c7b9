import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { notify, notifyError } from '../../ui/toast/notify.ts';

interface Question {
  title: string;
  /** What it means, in a sentence. */
  text: string;
  confirm: string;
  run: () => Promise<unknown>;
  /** What to say when it is done. */
  done: string;
  onDone: () => void;
  danger?: boolean;
}

/** Asks, does it, and says that it is done or why not. */
export function confirmed(t: TFunction, question: Question): void {
  modals.openConfirmModal({
    title: question.title,
    children: <Text>{question.text}</Text>,
    labels: { confirm: question.confirm, cancel: t('form.cancel') },
    confirmProps: question.danger === false ? {} : { color: 'red' },
    closeButtonProps: { 'aria-label': t('form.close') },
    onConfirm: () => void attempt(t, question),
  });
}

/** Does it, and says that it is done or why not. */
export async function attempt(t: TFunction, { run, done, onDone }: Pick<Question, 'run' | 'done' | 'onDone'>) {
  try {
    await run();
    notify(done);
    onDone();
  } catch (error) {
    notifyError(t, error);
  }
}
