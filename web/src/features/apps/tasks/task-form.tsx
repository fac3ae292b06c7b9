import { isRecordKind, recordPath } from '@milepost/contract/record-kinds';
import { taskOperations, type Task } from '@milepost/contract/task-operations';
import { TASK_STATES, type TaskState } from '@milepost/contract/task-states';
import { Button, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDate } from '../../../text/format.ts';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { RecordFiles } from '../../../ui/files/record-files.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { SearchedSelect } from '../../../ui/form/searched-select.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { refreshTasks } from '../../../api/refresh-records.ts';
import { RecordField } from './record-field.tsx';

interface Props {
  /** Undefined for a new task. */
  task: Task | undefined;
  /** The initial day of a new task. */
  dueOn: string | null;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  title: string;
  note: string;
  state: TaskState;
  dueOn: string | null;
  assigneeId: number | null;
  /** `kind:id`; empty for none. */
  about: string;
}

const valuesOf = (task: Task | undefined): Values => ({
  title: task?.title ?? '',
  note: task?.note ?? '',
  state: task?.state ?? 'open',
  dueOn: task?.dueOn ?? null,
  assigneeId: task?.assigneeId ?? null,
  about: task?.recordKind ? `${task.recordKind}:${task.recordId}` : '',
});

function inputOf({ about, ...values }: Values) {
  const [kind = '', id] = about.split(':');
  return { ...values, recordKind: isRecordKind(kind) ? kind : null, recordId: id === undefined ? null : Number(id) };
}

const check = validateBy(taskOperations['save-task'].input);
const validate = (values: Values) => check(inputOf(values));
const LABELS: Readonly<Record<string, string>> = {
  title: 'name',
  state: 'state-label',
  dueOn: 'due-on',
  assigneeId: 'assignee',
};

export function TaskForm({ task, dueOn, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`tasks.${LABELS[key] ?? key}`);
  const maySave = useMay('tasks', task === undefined ? 'create' : 'edit');
  const mayDelete = useMay('tasks', 'delete');
  const version = useVersion(task, async (id) => (await call('get-task-by-id', { id })).task, valuesOf);
  const [search, setSearch] = useState('');
  const record = useClosingForm({
    initialValues: task === undefined ? { ...valuesOf(task), dueOn } : valuesOf(task),
    validate,
    save: (values) => call('save-task', { ...inputOf(values), ...version.sent() }),
    readAgain: version.readAgain,
    savedText: ({ task: saved }) => t('form.saved', { name: saved.title }),
    onChanged: refreshTasks,
    onClose,
  });
  const { form } = record;
  const { assigneeId, about } = form.values;
  const people = useCall(
    'get-task-people',
    { search, ...(assigneeId !== null && { id: assigneeId }) },
    { placeholderData: keepPreviousData },
  ).data;
  // The person who assigned it can belong to a parent organisation, whose people are not listed here.
  const known = assigneeId !== null && people?.rows.every(({ id }) => id !== assigneeId);
  const chosen = known && task?.assigneeId === assigneeId ? [{ id: assigneeId, name: task.assigneeName ?? '' }] : [];
  const options = [...chosen, ...(people?.rows ?? [])];

  function wordOf(name: string, value: unknown): string | undefined {
    if (name === 'state') return t(`tasks.state.${String(value)}`);
    if (name === 'assigneeId') return options.find(({ id }) => id === value)?.name;
    return name === 'dueOn' && typeof value === 'string' ? formatDate(value) : undefined;
  }
  const remove = ({ id, title }: Task) =>
    record.remove({
      name: title,
      consequence: t('tasks.delete-text'),
      remove: () => call('delete-task', { id }),
      restore: () => call('restore-task', { id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label, value: wordOf }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={task && mayDelete ? () => remove(task) : undefined}
    >
      <TextInput {...form.getInputProps('title')} label={label('title')} withAsterisk maxLength={150} data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          {...form.getInputProps('state')}
          label={label('state')}
          allowDeselect={false}
          data={TASK_STATES.map((value) => ({ value, label: t(`tasks.state.${value}`) }))}
        />
        <DateField {...form.getInputProps('dueOn')} label={label('dueOn')} value={form.values.dueOn} clearable />
      </SimpleGrid>
      <SearchedSelect
        {...form.getInputProps('assigneeId')}
        label={label('assigneeId')}
        placeholder={t('tasks.whose.nobody')}
        options={options}
        total={people?.total}
        onSearch={setSearch}
        value={assigneeId}
        clearable
      />
      <RecordField
        label={label('about')}
        description={t('tasks.about-hint')}
        known={task}
        value={about}
        onChange={(value) => form.setFieldValue('about', value)}
        error={form.errors['recordId']}
      />
      {task?.recordKind && task.recordId !== null && task.recordName !== null && (
        <Button
          component={Link}
          to={`/${recordPath(task.recordKind, task.recordId)}`}
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconExternalLink size={14} aria-hidden />}
        >
          {t('tasks.open-record', { name: task.recordName })}
        </Button>
      )}
      <Textarea {...form.getInputProps('note')} label={label('note')} autosize minRows={3} maxLength={5000} />
      {task && (
        <RecordFiles
          kind="task"
          id={task.id}
          mayEdit={maySave}
          label={t('files.of', { name: task.title })}
          addLabel={t('files.add')}
        />
      )}
    </RecordForm>
  );
}
