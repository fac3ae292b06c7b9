import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../api/use-call.ts';
import { formatDate } from '../../../../text/format.ts';
import { RecordDrawer } from '../../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { RunForm } from './run-form.tsx';

/** The run that is open: what is planned, and what was changed about it. */
export function RunDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const { shown, drawer } = useDrawerRecord(
    opened === 'new' ? null : opened,
    (id) => callQuery('get-run-by-id', { id }),
    ({ run }) => run,
  );
  const run = shown.record;
  const title = run ? t('routes.run-title', { name: run.route.name, day: formatDate(run.day) }) : ' ';
  return (
    <RecordDrawer {...drawer} title={title} onClose={close} size={620}>
      {run && <RunForm key={`${run.id}-${run.version}`} run={run} onClose={close} />}
    </RecordDrawer>
  );
}
