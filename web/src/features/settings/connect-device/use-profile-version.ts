import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../api/call-error.ts';
import { errorText } from '../../../ui/error-text.ts';
import { type EditConflict, mergeMeanwhile } from '../../../ui/form/meanwhile.ts';
import type { Meanwhile } from '../../../ui/form/use-record-form.ts';
import { notifyError } from '../../../ui/toast/notify.ts';

interface Options<Profile, Values> {
  /** The profile to edit; null for a new one. */
  profile: Profile | null;
  valuesOf: (profile: Profile) => Values;
  /** The current values of the dialog, and a function that sets others. */
  held: Values;
  put: (values: Values) => void;
  read: (id: number) => Promise<Profile>;
}

/**
 * The changes that somebody else saved of the same profile while its dialog was open, as in `useRecordForm` and
 * `useVersion`.
 */
export function useProfileVersion<
  Profile extends { id: number; version: number },
  Values extends Record<string, unknown>,
>({ profile, valuesOf, held, put, read }: Options<Profile, Values>) {
  const { t } = useTranslation();
  const [stored, setStored] = useState(profile);
  const [meanwhile, setMeanwhile] = useState<Omit<Meanwhile, 'takeTheirs'> | null>(null);

  async function merge(before: Profile, text: string) {
    try {
      const theirs = await read(before.id);
      const { values, clashes } = mergeMeanwhile(valuesOf(before), held, valuesOf(theirs));
      setStored(theirs);
      put(values);
      setMeanwhile((last) => ({ text, clashes, nth: (last?.nth ?? 0) + 1 }));
    } catch (error) {
      notifyError(t, error);
    }
  }

  return {
    /** The fields that the call sends besides the values; none for a new profile. */
    sent: stored === null ? {} : { id: stored.id, version: stored.version },
    /** Merges what somebody else saved; false if the error has another reason. */
    take(error: Error): boolean {
      if (stored === null || !isConflict(error)) return false;
      void merge(stored, errorText(t, error));
      return true;
    },
    meanwhile: meanwhile && {
      ...meanwhile,
      takeTheirs(clash: EditConflict) {
        put({ ...held, [clash.field]: clash.theirs });
        setMeanwhile({ ...meanwhile, clashes: meanwhile.clashes.filter((each) => each !== clash) });
      },
    },
  };
}

/** Shown in the note above the fields, not as an error. */
export const isConflict = (error: Error | null): boolean =>
  error instanceof CallError && error.fault.code === 'changed-meanwhile';
