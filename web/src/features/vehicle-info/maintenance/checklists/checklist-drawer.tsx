import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../api/use-call.ts';
import { RecordDrawer } from '../../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { ChecklistForm, valuesOf } from './checklist-form.tsx';

/** The form of a new checklist, or of the open one. */
export function ChecklistDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-checklist-by-id', { id }),
    ({ checklist }) => checklist,
  );
  const start = isNew
    ? { name: '', types: [], items: t('maintenance.checklist.starter') }
    : shown.record && valuesOf(shown.record);
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('maintenance.checklist.new') : (shown.record?.name ?? ' ')}
      onClose={close}
    >
      {start && (
        <ChecklistForm
          key={`${shown.opened}-${shown.record?.version}`}
          start={start}
          checklist={isNew ? undefined : shown.record}
          onClose={close}
        />
      )}
    </RecordDrawer>
  );
}
