import { Button, Fieldset, Group, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../alert/alert.tsx';
import { DialogContext } from '../dialog/use-unsaved.ts';
import { FormCancel } from './form-cancel.tsx';
import { type FieldWords, MeanwhileNote } from './meanwhile-note.tsx';
import { CREATING } from './creatable-select.tsx';
import classes from './record-form.module.css';
import type { useRecordForm } from './use-record-form.ts';

interface Props {
  record: Pick<ReturnType<typeof useRecordForm>, 'submit' | 'failure' | 'meanwhile' | 'saving'>;
  /** The labels of fields and values, for changes that somebody else made too. */
  fieldWords?: FieldWords | undefined;
  /** True if the role may not change it: the fields are read-only. */
  readOnly: boolean;
  onCancel: () => void;
  /** Omitted if the record is new or may not be deleted. */
  onDelete?: (() => void) | undefined;
  /** The label of the save button, if it does more than save. */
  saveLabel?: string | undefined;
  /** True if saving can be harmful: its button is red. */
  danger?: boolean;
  children: ReactNode;
  /** Shown below the fields, and usable in a read-only form too. */
  aside?: ReactNode;
}

/** A form with fields above and always visible buttons below. */
export function RecordForm(props: Props) {
  const { record, fieldWords, readOnly, onCancel, onDelete, saveLabel, danger = false, children, aside } = props;
  const { t } = useTranslation();
  const { failure } = record;
  const isInDialog = useContext(DialogContext) !== null;
  const cancelWord = t(readOnly ? 'form.close' : 'form.cancel');
  const client = useQueryClient();
  const creating = useIsMutating({ mutationKey: CREATING }) > 0;
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  function submit(event: FormEvent<HTMLFormElement>) {
    // Checked now: a field submits the form as soon as it has made its choice, before this is rendered again.
    if (client.isMutating({ mutationKey: CREATING }) > 0) event.preventDefault();
    else {
      record.submit(event);
      requestAnimationFrame(() => showFault(form, refusal));
    }
  }
  useEffect(() => {
    if (!record.saving) showFault(form, refusal);
  }, [record.saving]);
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.form}>
      <Fieldset variant="unstyled" disabled={readOnly} className={classes.fields}>
        <Stack gap="sm">
          {failure !== null && (
            <div ref={refusal}>
              <Alert type="danger">{failure}</Alert>
            </div>
          )}
          {record.meanwhile && (
            <MeanwhileNote key={record.meanwhile.nth} meanwhile={record.meanwhile} words={fieldWords} />
          )}
          {children}
        </Stack>
      </Fieldset>
      {aside}
      <Group className={classes.buttons} gap="xs">
        {onDelete && (
          <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            {t('form.delete')}
          </Button>
        )}
        {isInDialog ? (
          <FormCancel ms="auto" onCancel={onCancel}>
            {cancelWord}
          </FormCancel>
        ) : (
          // On a page, this button leads to another page, and the navigation asks first.
          <Button variant="default" ms="auto" onClick={onCancel}>
            {cancelWord}
          </Button>
        )}
        {!readOnly && (
          <Button type="submit" {...(danger && { color: 'red' })} loading={record.saving || creating}>
            {saveLabel ?? t('form.save')}
          </Button>
        )}
      </Group>
    </form>
  );
}

type Part = RefObject<HTMLElement | null>;

/** Scrolls to the error, which can be outside of the visible part. */
function showFault(form: Part, refusal: Part) {
  const at = form.current?.querySelector('[data-error="true"], [aria-invalid="true"]') ?? refusal.current;
  at?.scrollIntoView({ block: 'center' });
}
