import { runDayOperations } from '@milepost/contract/run-day-operations';
import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call, type CallOutput } from '../../../../api/call.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useToday } from '../../../../live/use-today.ts';
import { DateField } from '../../../../ui/date-picker/date-field.tsx';
import { CreatableSelect } from '../../../../ui/form/creatable-select.tsx';
import { RecordForm } from '../../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../../ui/form/use-closing-form.ts';
import { validateBy } from '../../../../ui/form/validate-by.ts';
import { refreshRoutes } from '../../../../api/refresh-records.ts';

const MAX_ROUTES = 500;
const validate = validateBy(runDayOperations['add-run'].input);

interface Values extends Record<string, unknown> {
  routeId: number | null;
  day: string | null;
  why: string;
}

/** A run that is added by hand, for a day on which its route has none. */
export function AddRunForm({ routeId, onClose }: { routeId: number | null; onClose: (runId?: number) => void }) {
  const { t } = useTranslation();
  const today = useToday();
  const routes = useCall('get-route-list', { pageSize: MAX_ROUTES });
  const record = useClosingForm<Values, CallOutput<'add-run'>>({
    initialValues: { routeId, day: null, why: '' },
    validate,
    save: ({ routeId: chosen, day, why }) => call('add-run', { routeId: chosen ?? 0, day: day ?? '', why }),
    savedText: () => t('routes.run-added'),
    onChanged: refreshRoutes,
    onClose: (saved) => onClose(saved?.run.id),
  });
  const { form } = record;
  return (
    <RecordForm
      record={record}
      fieldWords={{
        label: (field) => t(field === 'why' ? 'routes.field.why' : field === 'day' ? 'routes.run-day' : 'routes.route'),
      }}
      readOnly={false}
      onCancel={() => onClose()}
      saveLabel={t('routes.add-run')}
    >
      <Text size="sm" c="dimmed">
        {t('routes.add-run-text')}
      </Text>
      <CreatableSelect
        {...form.getInputProps('routeId')}
        label={t('routes.route')}
        options={(routes.data?.rows ?? []).filter(({ archived }) => !archived)}
        total={routes.data?.total}
      />
      <DateField {...form.getInputProps('day')} value={form.values.day} label={t('routes.run-day')} minDate={today} />
      <TextInput {...form.getInputProps('why')} label={t('routes.field.why')} maxLength={300} />
    </RecordForm>
  );
}
