import { useRef } from 'react';

/**
 * The version of a record that its form holds, so that saving does not write over what somebody else saved meanwhile.
 * @param record undefined for a new one
 * @param read reads it again
 */
export function useVersion<Saved extends { id: number; version: number }, Values>(
  record: Saved | undefined,
  read: (id: number) => Promise<Saved>,
  valuesOf: (saved: Saved) => Values,
) {
  const version = useRef(record?.version);
  return {
    /** What `save` sends besides the values; nothing for a new one. */
    sent: () => record && { id: record.id, version: version.current },
    /** Something of the record was changed beside its form, which counted as one change. */
    changedHere() {
      if (version.current !== undefined) version.current += 1;
    },
    /** As `useRecordForm` takes it. */
    readAgain:
      record &&
      (async () => {
        const theirs = await read(record.id);
        version.current = theirs.version;
        return valuesOf(theirs);
      }),
  };
}
