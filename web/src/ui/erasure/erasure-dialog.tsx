import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import { Alert } from '../alert/alert.tsx';
import { Modal } from '../dialog/modal.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { errorText } from '../error-text.ts';
import { FormCancel } from '../form/form-cancel.tsx';
import classes from './erasure-dialog.module.css';

/** What an erasure does, in words and figures. */
interface Erasure {
  /** Why it is not possible, or needs attention. */
  warnings: readonly string[];
  goes: Part;
  stays: Part;
  /** Below the lists: a record that stays, and what may still contain the name. */
  notes: readonly string[];
  /** A field by which the person confirms it. */
  confirmation?: ReactNode;
  isPossible: boolean;
}

interface Part {
  title: string;
  /** What has no number. */
  lines?: readonly string[];
  figures: readonly (readonly [label: string, count: number])[];
}

interface Props {
  title: string;
  /** Null while it is loaded. */
  erasure: Erasure | null;
  /** Of loading it. */
  error: Error | null;
  onRetry: () => void;
  confirm: string;
  mutation: { error: Error | null; isPending: boolean; mutate: () => void };
  onClose: () => void;
}

/** Shows what an erasure removes and what stays, and asks before it. */
export function ErasureDialog({ title, erasure, error, onRetry, confirm, mutation, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      loses={false}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack gap="sm">
        {error && <ErrorNote error={error} onRetry={onRetry} />}
        {!erasure && !error && <Loader size="sm" />}
        {erasure && (
          <>
            {mutation.error && <Alert type="danger">{errorText(t, mutation.error)}</Alert>}
            {erasure.warnings.map((text) => (
              <Alert key={text} type="warning" dismissible={false}>
                {text}
              </Alert>
            ))}
            <ErasurePart {...erasure.goes} />
            <ErasurePart {...erasure.stays} />
            {erasure.notes.map((text) => (
              <Text key={text} size="sm" c="dimmed">
                {text}
              </Text>
            ))}
            {erasure.confirmation}
            <Group justify="flex-end">
              <FormCancel onCancel={onClose} />
              <Button
                color="red"
                loading={mutation.isPending}
                disabled={!erasure.isPossible}
                onClick={() => mutation.mutate()}
              >
                {confirm}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}

function ErasurePart({ title, lines = [], figures }: Part) {
  return (
    <section>
      <Text fw={600}>{title}</Text>
      {lines.map((text) => (
        <Text key={text} size="sm" mt={4}>
          {text}
        </Text>
      ))}
      <dl className={classes['figures']}>
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
