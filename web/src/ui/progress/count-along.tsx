import { Button, Group, Stack } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { hideToast, showToast } from '../toast/toast.ts';
import { Progress } from './progress.tsx';

/** The progress of a process as text: "1,200 of 5,000 rows". */
export interface Counted {
  text: string;
  done: number;
  total: number;
}

/** Shorter processes need no progress message. */
const SHOWN_AFTER_MS = 1000;

/**
 * Runs a process that can take long: after a second it shows the progress, with a button to cancel. The process calls
 * `report`, which throws once a person cancelled it.
 * @returns the result; null if a person cancelled it
 */
export async function countAlong<Result>(
  t: TFunction,
  work: (report: (counted: Counted) => void) => Promise<Result>,
): Promise<Result | null> {
  const cancelled = new AbortController();
  const state = createState();
  let toast: string | null = null;
  const timer = setTimeout(() => {
    const content = <Counting state={state} cancelText={t('form.cancel')} onCancel={() => cancelled.abort()} />;
    toast = showToast({ text: content, autohide: false });
  }, SHOWN_AFTER_MS);
  try {
    const result = await work((counted) => {
      cancelled.signal.throwIfAborted();
      state.set(counted);
    });
    return cancelled.signal.aborted ? null : result;
  } catch (error) {
    if (cancelled.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    if (toast !== null) hideToast(toast);
  }
}

type State = ReturnType<typeof createState>;

function createState() {
  let counted: Counted = { text: '', done: 0, total: 0 };
  const listeners = new Set<() => void>();
  return {
    get: () => counted,
    set(next: Counted) {
      counted = next;
      for (const listener of listeners) listener();
    },
    listen(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function Counting({ state, cancelText, onCancel }: { state: State; cancelText: string; onCancel: () => void }) {
  const { text, done, total } = useSyncExternalStore(state.listen, state.get);
  return (
    <Stack gap={8}>
      <Group justify="space-between" wrap="nowrap">
        {text}
        <Button size="xs" variant="light" onClick={onCancel}>
          {cancelText}
        </Button>
      </Group>
      <Progress value={done} max={total} size={6} label={text} />
    </Stack>
  );
}
