import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { notify, notifyError } from '../toast/notify.ts';

interface Question {
  title: string;
  /** A sentence about the effect. */
  text: string;
  confirm: string;
  run: () => Promise<unknown>;
  /** The message on success. */
  done: string;
  onDone: () => void;
  danger?: boolean;
}

/** Asks, runs the action, and reports success or the reason of its failure. */
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

/** Runs the action, and reports success or the reason of its failure. */
export async function attempt(t: TFunction, { run, done, onDone }: Pick<Question, 'run' | 'done' | 'onDone'>) {
  try {
    await run();
    notify(done);
    onDone();
  } catch (error) {
    notifyError(t, error);
  }
}
