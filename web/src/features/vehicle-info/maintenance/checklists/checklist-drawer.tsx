import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../../ui/form/use-shown-record.ts';
import { ChecklistForm, valuesOf } from './checklist-form.tsx';

/** The form of a new checklist, or of the one that is open. */
export function ChecklistDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-checklist-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data?.checklist);
  const isNew = shown.opened === 'new';
  const start = isNew
    ? { name: '', types: [], items: t('maintenance.checklist.starter') }
    : shown.record && valuesOf(shown.record);
  return (
    <RecordDrawer
      title={isNew ? t('maintenance.checklist.new') : (shown.record?.name ?? ' ')}
      opened={opened !== null}
      onClose={close}
      loading={start === undefined}
      error={query.error}
      onRetry={() => void query.refetch()}
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
