import { Modal } from '../dialog/modal.tsx';
import { Alert } from '../alert/alert.tsx';
import type { RecordKind } from '@milepost/contract/record-kinds';
import type { Task } from '@milepost/contract/task-operations';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { DateField } from '../date-picker/date-field.tsx';
import { errorText } from '../error-text.ts';
import { SearchedSelect } from '../form/searched-select.tsx';
import { FormCancel } from '../form/form-cancel.tsx';

interface Props {
  kind: RecordKind;
  id: number;
  /** The initial title. */
  title: string;
  dueOn: string | null;
  onClose: () => void;
  onMade: (task: Task) => void;
}

/**
 * Asks for the task of a record, its day and its assignee. It is not a form, because it is opened from within others.
 */
export function MakeTask({ kind, id, onClose, onMade, ...start }: Props) {
  const { t } = useTranslation();
  const [title, setTitle] = useState(start.title);
  const [dueOn, setDueOn] = useState(start.dueOn);
  const [assigneeId, setAssigneeId] = useState<number | null>(null);
  const [search, setSearch] = useState('');
  const people = useCall(
    'get-task-people',
    { search, ...(assigneeId !== null && { id: assigneeId }) },
    { placeholderData: keepPreviousData },
  ).data;
  const making = useMutation({
    mutationFn: () => call('save-task', { title: title.trim(), dueOn, assigneeId, recordKind: kind, recordId: id }),
    onSuccess: ({ task }) => onMade(task),
  });
  return (
    <Modal opened onClose={onClose} title={t('tasks.make')} closeButtonProps={{ 'aria-label': t('form.close') }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The record's own form can contain this dialog.
          event.stopPropagation();
          if (title.trim() !== '') making.mutate();
        }}
      >
        <Stack gap="sm">
          {making.error && <Alert type="danger">{errorText(t, making.error)}</Alert>}
          <TextInput
            label={t('tasks.name')}
            withAsterisk
            maxLength={150}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <DateField label={t('tasks.due-on')} value={dueOn} onChange={setDueOn} clearable data-autofocus />
          <SearchedSelect
            label={t('tasks.assignee')}
            placeholder={t('tasks.whose.nobody')}
            options={people?.rows ?? []}
            total={people?.total}
            onSearch={setSearch}
            value={assigneeId}
            onChange={setAssigneeId}
            clearable
          />
          <Group justify="flex-end" gap="xs">
            <FormCancel onCancel={onClose} />
            <Button type="submit" disabled={title.trim() === ''} loading={making.isPending}>
              {t('tasks.make')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
