import { useForm, type FormErrors } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../api/call-error.ts';
import { useUnsaved } from '../dialog/use-unsaved.ts';
import { type EditConflict, mergeMeanwhile, type PartMerges } from './meanwhile.ts';
import { errorText } from '../error-text.ts';
import { staleErrors } from './stale-errors.ts';

export interface RecordFormOptions<Values, Saved> {
  initialValues: Values;
  validate: (values: Values) => FormErrors;
  save: (values: Values) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  /**
   * Reloads the record if somebody else saved it meanwhile; from then on `save` must send the reloaded version, as
   * `useVersion` does. Omitted for records without a version.
   */
  readAgain?: (() => Promise<Values>) | undefined;
  /** For fields that are lists: merges the changes of both people, for example the permissions of a role. */
  mergeParts?: PartMerges<Values> | undefined;
}

/** The changes that somebody else saved while this form was open. */
export interface Meanwhile {
  /** The person, as text. */
  text: string;
  /** The number of this conflict within the form. */
  nth: number;
  /** The fields that both changed; the form contains mine. */
  clashes: readonly EditConflict[];
  takeTheirs: (clash: EditConflict) => void;
}

/**
 * A form over one record. Errors from the server are shown at their fields, and no input is lost; leaving with unsaved
 * changes asks first.
 */
export function useRecordForm<Values extends Record<string, unknown>, Saved>(
  options: RecordFormOptions<Values, Saved>,
) {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues: options.initialValues,
    validate: options.validate,
    onValuesChange(values, before) {
      for (const path of staleErrors(Object.keys(form.errors), values, before)) form.clearFieldError(path);
    },
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [meanwhile, setMeanwhile] = useState<Omit<Meanwhile, 'takeTheirs'> | null>(null);
  const opened = useRef(options.initialValues);
  const done = useRef(false);
  const dirty = form.isDirty();

  const mutation = useMutation({
    mutationFn: options.save,
    onMutate: () => setFailure(null),
    onSuccess(saved) {
      done.current = true;
      options.onSaved(saved);
    },
    async onError(error) {
      if (error instanceof CallError && error.fault.code === 'changed-meanwhile' && options.readAgain) {
        await merge(error.message, options.readAgain);
        return;
      }
      const fields = error instanceof CallError ? error.fields : {};
      form.setErrors(fields);
      const shown = Object.keys(fields).some((field) => field in options.initialValues);
      if (!shown) setFailure(errorText(t, error));
    },
  });

  async function merge(text: string, reread: () => Promise<Values>) {
    try {
      const theirs = await reread();
      const { values, clashes } = mergeMeanwhile(opened.current, form.getValues(), theirs, options.mergeParts);
      opened.current = theirs;
      form.setInitialValues(theirs);
      form.setValues(values);
      setMeanwhile((before) => ({ text, clashes, nth: (before?.nth ?? 0) + 1 }));
    } catch (error) {
      setFailure(errorText(t, error));
    }
  }

  function takeTheirs(clash: EditConflict) {
    form.setValues((values) => ({ ...values, [clash.field]: clash.theirs }));
    setMeanwhile((before) => before && { ...before, clashes: before.clashes.filter((each) => each !== clash) });
  }

  useUnsaved(() => dirty && !done.current);

  return {
    form,
    failure,
    meanwhile: meanwhile && { ...meanwhile, takeTheirs },
    saving: mutation.isPending,
    submit: form.onSubmit((values) => mutation.mutate(values)),
    /** The record was removed in another way: leaving needs no question. */
    release() {
      done.current = true;
    },
  };
}
