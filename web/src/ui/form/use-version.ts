import { useRef } from 'react';

/**
 * The version of the record in a form, so that saving does not overwrite what somebody else saved meanwhile.
 * @param record undefined for a new one
 * @param read reloads it
 */
export function useVersion<Saved extends { id: number; version: number }, Values>(
  record: Saved | undefined,
  read: (id: number) => Promise<Saved>,
  valuesOf: (saved: Saved) => Values,
) {
  const version = useRef(record?.version);
  return {
    /** The fields that `save` sends besides the values; none for a new record. */
    sent: () => record && { id: record.id, version: version.current },
    /** Called after a change of the record outside of its form, which increased the version by one. */
    changedHere() {
      if (version.current !== undefined) version.current += 1;
    },
    /** In the form that `useRecordForm` takes. */
    readAgain:
      record &&
      (async () => {
        const theirs = await read(record.id);
        version.current = theirs.version;
        return valuesOf(theirs);
      }),
  };
}
