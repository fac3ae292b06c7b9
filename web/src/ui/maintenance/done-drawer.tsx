import { maintenanceOperations, type ServiceDue } from '@milepost/contract/maintenance-operations';
import { SimpleGrid, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { DateField } from '../date-picker/date-field.tsx';
import { DistanceField } from '../form/distance-field.tsx';
import { NumberField } from '../form/number-field.tsx';
import { RecordDrawer } from '../form/record-drawer.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { useRecordForm } from '../form/use-record-form.ts';
import { validateBy } from '../form/validate-by.ts';
import { notify } from '../toast/notify.ts';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';
import { refreshMaintenance } from '../../api/refresh-records.ts';

interface Props {
  /** The service that was done; null if the drawer is closed. */
  due: ServiceDue | null;
  onClose: () => void;
}

/** Asks for the date on which a service was done. */
export function DoneDrawer({ due, onClose }: Props) {
  const { t } = useTranslation();
  // During the closing animation its content stays.
  const [shown, setShown] = useState(due);
  if (due !== null && due !== shown) setShown(due);
  return (
    <RecordDrawer
      title={shown ? t('maintenance.done-title', { task: shown.task, registration: shown.registration }) : ' '}
      opened={due !== null}
      onClose={onClose}
      loading={false}
      error={null}
      onRetry={onClose}
    >
      {shown && <DoneForm key={shown.id} due={shown} onClose={onClose} />}
    </RecordDrawer>
  );
}

interface DoneValues extends Record<string, unknown> {
  day: string | null;
  odometerM: number | null;
  engineS: number | null;
  note: string;
}

const validate = validateBy(maintenanceOperations['add-service-record'].input);

function DoneForm({ due, onClose }: { due: ServiceDue; onClose: () => void }) {
  const { t } = useTranslation();
  const { planId, vehicleId, task, registration, today } = due;
  const start: DoneValues = { day: today, odometerM: null, engineS: null, note: '' };
  const record = useRecordForm({
    initialValues: start,
    validate: (values) => validate({ ...values, planId, vehicleId }),
    save: ({ day, ...values }) => call('add-service-record', { ...values, day: day ?? '', planId, vehicleId }),
    onSaved({ record: { id } }) {
      refreshMaintenance();
      notifyWithUndo(t, t('maintenance.was-done', { task, registration }), () => void undo(id));
      onClose();
    },
  });
  async function undo(id: number) {
    await call('delete-service-record', { id });
    refreshMaintenance();
    notify(t('maintenance.taken-back', { task, registration }));
  }
  const { form } = record;
  return (
    <RecordForm record={record} readOnly={false} onCancel={onClose}>
      <DateField {...form.getInputProps('day')} label={t('maintenance.day')} value={form.values.day} maxDate={today} />
      <SimpleGrid cols={2} spacing="sm">
        <DistanceField
          {...form.getInputProps('odometerM')}
          label={t('maintenance.odometer')}
          value={form.values.odometerM}
        />
        <NumberField
          {...form.getInputProps('engineS')}
          label={t('maintenance.engine-hours')}
          step={3600}
          decimals={1}
          value={form.values.engineS}
        />
      </SimpleGrid>
      <Textarea {...form.getInputProps('note')} label={t('maintenance.note')} autosize minRows={2} maxLength={500} />
    </RecordForm>
  );
}
