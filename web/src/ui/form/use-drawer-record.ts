import { type QueryKey, useQuery } from '@tanstack/react-query';
import { FOR_A_FORM } from './for-a-form.ts';
import { useShownRecord } from './use-shown-record.ts';

interface Read<Answer> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
}

/** The data that the form of a new record needs, such as its options. */
interface ForNew {
  data: unknown;
  error: Error | null;
  refetch: () => unknown;
}

/**
 * The record that is open in a drawer, reloaded for its form.
 * @param read the call that reads it, by its id: `callQuery`
 * @param recordOf returns the record in the reply
 * @returns the displayed record (see `useShownRecord`), and the properties of `RecordDrawer`
 */
export function useDrawerRecord<Answer, Saved>(
  opened: number | 'new' | null,
  read: (id: number) => Read<Answer>,
  recordOf: (answer: Answer) => Saved,
  forNew?: ForNew,
) {
  const id = typeof opened === 'number' ? opened : 0;
  const query = useQuery({ ...read(id), ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data === undefined ? undefined : recordOf(query.data));
  const isNew = shown.opened === 'new';
  const active = id > 0 ? query : forNew;
  return {
    shown,
    isNew,
    drawer: {
      opened: opened !== null,
      loading: isNew ? forNew !== undefined && forNew.data === undefined : shown.record === undefined,
      error: active?.error ?? null,
      onRetry: () => void active?.refetch(),
    },
  };
}
