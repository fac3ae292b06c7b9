import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../api/use-call.ts';
import { isDay } from '../../../text/local-day.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { TaskForm } from './task-form.tsx';

/** The form of a new task, or of the open one. */
export function TaskDrawer() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { opened } = useOpenRecord();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-task-by-id', { id }),
    ({ task }) => task,
  );
  const due = params.get('due');
  const close = () =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const name of ['open', 'due']) next.delete(name);
      return next;
    }, SAME_PAGE);
  return (
    <RecordDrawer {...drawer} title={isNew ? t('tasks.new') : (shown.record?.title ?? ' ')} onClose={close} size={500}>
      <TaskForm
        key={shown.opened}
        task={isNew ? undefined : shown.record}
        dueOn={isDay(due) ? due : null}
        onClose={close}
      />
    </RecordDrawer>
  );
}
