import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../../api/use-call.ts';
import { formatDate } from '../../../../text/format.ts';
import { RecordDrawer } from '../../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { AddRunForm } from './add-run-form.tsx';
import { RunForm } from './run-form.tsx';

/** The open run: its plan, and the changes of it. */
export function RunDrawer() {
  const { t } = useTranslation();
  const { opened, open, close } = useOpenRecord();
  const [params] = useSearchParams();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-run-by-id', { id }),
    ({ run }) => run,
  );
  const run = shown.record;
  const title = isNew
    ? t('routes.add-run')
    : run
      ? t('routes.run-title', { name: run.route.name, day: formatDate(run.day) })
      : ' ';
  return (
    <RecordDrawer {...drawer} title={title} onClose={close} size={620}>
      {isNew && (
        <AddRunForm
          key={shown.opened}
          routeId={Number(params.get('route')) || null}
          onClose={(runId) => (runId === undefined ? close() : open(runId))}
        />
      )}
      {!isNew && run && <RunForm key={`${run.id}-${run.version}`} run={run} onClose={close} />}
    </RecordDrawer>
  );
}
