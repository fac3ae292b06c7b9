import { Button, Group, Stack } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { hideToast, showToast } from '../toast/toast.ts';
import { Progress } from './progress.tsx';

/** How far something is, in words that count: "1,200 of 5,000 rows". */
export interface Counted {
  text: string;
  done: number;
  total: number;
}

/** What is done sooner needs no word about how far it is. */
const SHOWN_AFTER_MS = 1000;

/**
 * Does work that may take long: after a second it says how far it is, with a way to end it. The work says so by `report`,
 * which throws once a person ended it.
 * @returns what the work gives; null where a person ended it
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
