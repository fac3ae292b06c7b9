import { TASK_STATES } from '@milepost/contract/task-states';
import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../../api/call.ts';
import { BulkEdit } from '../../../ui/bulk-edit/bulk-edit.tsx';
import { choiceField, dayField, foundField, textField } from '../../../ui/bulk-edit/bulk-fields.ts';
import type { BulkDialogProps } from '../../../ui/list-page/chosen-bar.tsx';
import { refreshTasks } from '../../../api/refresh-records.ts';

type Props = BulkDialogProps<NonNullable<CallInput<'change-tasks'>['filter']>>;

/** Changes one field of the chosen tasks. */
export default function TaskBulk({ of, count, onClose }: Props) {
  const { t } = useTranslation();
  const states = TASK_STATES.map((value) => ({ value, label: t(`tasks.state.${value}`) }));
  return (
    <BulkEdit
      count={count}
      fields={[
        foundField('assigneeId', t('tasks.assignee'), (search) => call('get-task-people', { search })),
        dayField('dueOn', t('tasks.due-on')),
        choiceField('state', t('tasks.state-label'), states),
        textField('note', t('tasks.note'), 500),
      ]}
      preview={(field, value) => call('preview-task-change', { ...of, field, value })}
      change={(field, value) => call('change-tasks', { ...of, field, value })}
      undo={(id) => call('undo-task-change', { id })}
      onChanged={refreshTasks}
      onClose={onClose}
    />
  );
}
