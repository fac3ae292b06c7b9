import { type Driver, type DriverDuties, driverOperations } from '@milepost/contract/driver-operations';
import { Checkbox, List, Loader, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/modal.tsx';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { useToday } from '../../live/use-today.ts';
import { refreshAssignments } from '../../ui/assignment/assignment-of.ts';
import { DateField } from '../../ui/date-picker/date-field.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { RecordForm } from '../../ui/form/record-form.tsx';
import { SearchedSelect } from '../../ui/form/searched-select.tsx';
import { useRecordForm } from '../../ui/form/use-record-form.ts';
import { validateBy } from '../../ui/form/validate-by.ts';
import { notify } from '../../ui/toast/notify.ts';

interface Props {
  driver: Driver;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  lastDay: string | null;
  successorId: number | null;
  disableAccount: boolean;
}

/** The permission required to hand over each part. */
const PARTS = [
  ['vehicles', 'vehicles'],
  ['assignments', 'vehicles'],
  ['plans', 'routes'],
  ['runs', 'routes'],
  ['tasks', 'tasks'],
  ['schedules', 'schedules'],
] as const satisfies readonly (readonly [keyof DriverDuties, string])[];

const check = validateBy(driverOperations['dismiss-driver'].input);

/** Ends the employment of a driver: the last day, the successor, and what is handed over. */
export default function DismissDialog({ driver, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string, values: Record<string, unknown> = {}) => t(`driver-info.dismissal.${key}`, values);
  const today = useToday();
  const [search, setSearch] = useState('');
  const query = useCall('get-driver-duties', { id: driver.id }, { staleTime: 0 });
  const record = useRecordForm<Values, unknown>({
    initialValues: { lastDay: today, successorId: null, disableAccount: true },
    validate: (values) => check({ ...values, id: driver.id }),
    save: (values) => call('dismiss-driver', { ...values, id: driver.id, lastDay: values.lastDay ?? '' }),
    onSaved() {
      refreshAssignments();
      notify(label('done', { name: driver.name }));
      onClose();
    },
  });
  const { form } = record;
  const { successorId } = form.values;
  const choices = useCall(
    'get-assignment-choices',
    { driver: search, vehicle: '', ...(successorId !== null && { driverId: successorId }) },
    { placeholderData: keepPreviousData },
  );
  const shown = PARTS.filter(([part]) => (query.data?.duties[part] ?? 0) > 0);
  const others = (choices.data?.drivers ?? []).filter(({ id }) => id !== driver.id);
  return (
    <Modal
      opened
      onClose={onClose}
      title={label('title', { name: driver.name })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      size={520}
    >
      <RecordForm record={record} readOnly={false} danger saveLabel={label('dismiss')} onCancel={onClose}>
        <Text size="sm">{label('text')}</Text>
        <DateField
          {...form.getInputProps('lastDay')}
          value={form.values.lastDay}
          label={label('last-day')}
          maxDate={today}
        />
        <SearchedSelect
          {...form.getInputProps('successorId')}
          label={label('successor')}
          description={label('successor-hint')}
          options={others}
          total={choices.data?.driversTotal}
          onSearch={setSearch}
          clearable
          value={successorId}
        />
        {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <Loader size="sm" aria-label={t('app.please-wait')} />}
        {query.data && (
          <div data-testid="driver-duties">
            <Text size="sm" fw={600}>
              {label(shown.length > 0 ? 'over' : 'nothing')}
            </Text>
            <List size="sm">
              {shown.map(([part, right]) => (
                <List.Item key={part}>
                  {label(part, { count: query.data.duties[part] })}{' '}
                  {!query.data.may[right] && (
                    <Text span size="sm" c="var(--danger)">
                      {label('stays')}
                    </Text>
                  )}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        {query.data?.duties.account != null && query.data.may.account && (
          <Checkbox
            {...form.getInputProps('disableAccount', { type: 'checkbox' })}
            label={label('account', { name: query.data.duties.account })}
          />
        )}
      </RecordForm>
    </Modal>
  );
}
