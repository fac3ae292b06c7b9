import { Skeleton, Stack } from '@mantine/core';
import type { StoredFile } from '@milepost/contract/file-operations';
import type { RecordKind } from '@milepost/contract/record-kinds';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { callKey, useCall } from '../../api/use-call.ts';
import { ErrorNote } from '../error-note/error-note.tsx';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';
import { notifyError } from '../toast/notify.ts';
import { FileField } from './file-field.tsx';
import { FileThumbs } from './file-thumbs.tsx';

export interface RecordFilesProps {
  kind: RecordKind;
  id: number;
  /** The subject of the files, for screen readers. */
  label: string;
  addLabel: string;
  mayEdit: boolean;
  /** Called after each file that was added or removed. */
  onChanged?: () => void;
  /** Shown instead of the files if there are none. */
  empty?: ReactNode;
}

/** The files of a record: they are uploaded and removed immediately, without a save button. */
export default function RecordFilesPart({ kind, id, label, addLabel, mayEdit, onChanged, empty }: RecordFilesProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const record = { recordKind: kind, recordId: id } as const;
  const query = useCall('get-file-list', record);
  const files = query.data?.rows;
  const refresh = () => client.invalidateQueries({ queryKey: callKey('get-file-list', record) });

  async function add(file: StoredFile) {
    try {
      await call('add-files', { ...record, fileIds: [file.id] });
      onChanged?.();
    } catch (error) {
      notifyError(t, error);
    }
    await refresh();
  }
  async function remove(file: StoredFile) {
    try {
      await call('remove-file', { ...record, fileId: file.id });
    } catch (error) {
      notifyError(t, error);
      return;
    }
    onChanged?.();
    await refresh();
    notifyWithUndo(t, t('form.deleted', { name: file.name }), () => add(file));
  }
  return (
    <Stack gap="md">
      {mayEdit && <FileField label={addLabel} onSent={(file) => void add(file)} />}
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {!files && !query.error && <Skeleton height={140} />}
      {files?.length === 0 && empty}
      {files && files.length > 0 && (
        <FileThumbs label={label} files={files} onRemove={mayEdit ? (file) => void remove(file) : undefined} />
      )}
    </Stack>
  );
}
