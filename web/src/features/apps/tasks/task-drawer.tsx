import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/use-call.ts';
import { isDay } from '../../../text/local-day.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { TaskForm } from './task-form.tsx';

/** The form of a new task, or of the one that is open. */
export function TaskDrawer() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { opened } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-task-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data?.task);
  const isNew = shown.opened === 'new';
  const due = params.get('due');
  const close = () =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const name of ['open', 'due']) next.delete(name);
      return next;
    }, SAME_PAGE);
  return (
    <RecordDrawer
      title={isNew ? t('tasks.new') : (shown.record?.title ?? ' ')}
      opened={opened !== null}
      onClose={close}
      loading={!isNew && shown.record === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
      size={500}
    >
      <TaskForm
        key={shown.opened}
        task={isNew ? undefined : shown.record}
        dueOn={isDay(due) ? due : null}
        onClose={close}
      />
    </RecordDrawer>
  );
}
