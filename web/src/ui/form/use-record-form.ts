import { useForm, type FormErrors } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router';
import { CallError } from '../../api/call-error.ts';
import { errorText } from '../error-text.ts';

interface Options<Values, Saved> {
  initialValues: Values;
  validate: (values: Values) => FormErrors;
  save: (values: Values) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

/**
 * A form over one record. What the server refuses is said at its field, and nothing typed is lost; leaving with unsaved
 * changes asks first (show `blocker` with LeaveGuard).
 */
export function useRecordForm<Values extends Record<string, unknown>, Saved>(options: Options<Values, Saved>) {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues: options.initialValues,
    validate: options.validate,
  });
  const [failure, setFailure] = useState<string | null>(null);
  const done = useRef(false);
  const dirty = form.isDirty();

  const mutation = useMutation({
    mutationFn: options.save,
    onMutate: () => setFailure(null),
    onSuccess(saved) {
      done.current = true;
      options.onSaved(saved);
    },
    onError(error) {
      const fields = error instanceof CallError ? error.fields : {};
      form.setErrors(fields);
      const shown = Object.keys(fields).some((field) => field in options.initialValues);
      if (!shown) setFailure(errorText(t, error));
    },
  });

  const blocker = useBlocker(() => dirty && !done.current);
  useBeforeUnload((event) => {
    if (dirty && !done.current) event.preventDefault();
  });

  return {
    form,
    failure,
    blocker,
    saving: mutation.isPending,
    submit: form.onSubmit((values) => mutation.mutate(values)),
    /** The record is gone by another way: leaving needs no question. */
    release() {
      done.current = true;
    },
  };
}
