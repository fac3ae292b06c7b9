import { assignmentOperations, type Assignment } from '@milepost/contract/assignment-operations';
import { Text, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { OverrideField } from '../availability/override-field.tsx';
import { MomentInput } from '../date-picker/moment-input.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { SearchedSelect } from '../form/searched-select.tsx';
import { useRecordForm } from '../form/use-record-form.ts';
import { useVersion } from '../form/use-version.ts';
import { formatDateTime } from '../../text/format.ts';
import { validateBy } from '../form/validate-by.ts';
import { notify, notifyError } from '../toast/notify.ts';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';
import { type AssignmentSubject, refreshAssignments } from './assignment-of.ts';

interface Props {
  of: AssignmentSubject;
  /** Undefined for a new assignment. */
  assignment: Assignment | undefined;
  /** The initial begin of a new assignment, ISO 8601. */
  begin: string;
  mayEdit: boolean;
  onClose: () => void;
}

const validate = validateBy(assignmentOperations['save-assignment'].input);

interface Values extends Record<string, unknown> {
  driverId: number | null;
  vehicleId: number | null;
  from: string;
  to: string | null;
  note: string;
  overrideReason: string;
}

const valuesOf = ({ driverId, vehicleId, from, to, note }: Assignment): Values => ({
  driverId,
  vehicleId,
  from,
  to,
  note: note ?? '',
  overrideReason: '',
});

/** The form of a driver assignment: driver, vehicle, begin and end. */
export default function AssignmentForm({ of, assignment, begin, mayEdit, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`assignment.${key}`);
  const [driver, setDriver] = useState('');
  const [vehicle, setVehicle] = useState('');
  const version = useVersion(
    assignment,
    async (id) => (await call('get-assignment-by-id', { id })).assignment,
    valuesOf,
  );
  const record = useRecordForm<Values, { assignment: Assignment }>({
    initialValues: assignment
      ? valuesOf(assignment)
      : {
          driverId: of.driverId ?? null,
          vehicleId: of.vehicleId ?? null,
          from: begin,
          to: null,
          note: '',
          overrideReason: '',
        },
    validate,
    save: ({ driverId, vehicleId, ...values }) =>
      call('save-assignment', {
        ...values,
        driverId: driverId ?? 0,
        vehicleId: vehicleId ?? 0,
        ...version.sent(),
      }),
    readAgain: version.readAgain,
    onSaved({ assignment: saved }) {
      refreshAssignments();
      notify(t('form.saved', { name: `${saved.driverName} · ${saved.registration}` }));
      onClose();
    },
  });
  const { form } = record;
  const { driverId, vehicleId } = form.values;
  const params = { driver, vehicle, ...(driverId !== null && { driverId }), ...(vehicleId !== null && { vehicleId }) };
  const { data } = useCall('get-assignment-choices', params, { placeholderData: keepPreviousData });

  function wordOf(field: string, value: unknown): string | null | undefined {
    if (field === 'from' || field === 'to') return formatDateTime(String(value));
    const options = { driverId: data?.drivers, vehicleId: data?.vehicles }[field];
    return options && (options.find(({ id }) => id === value)?.name ?? null);
  }

  async function remove({ id, version: _version, ...former }: Assignment) {
    try {
      await call('delete-assignment', { id });
    } catch (error) {
      notifyError(t, error);
      return;
    }
    record.release();
    onClose();
    refreshAssignments();
    const name = `${former.driverName} · ${former.registration}`;
    notifyWithUndo(t, t('form.deleted', { name }), async () => {
      try {
        await call('save-assignment', { ...former, overrideReason: former.override?.reason });
        refreshAssignments();
      } catch (error) {
        notifyError(t, error);
      }
    });
  }
  return (
    <RecordForm
      record={record}
      fieldWords={{ label: (field) => label(field.replace('Id', '')), value: wordOf }}
      readOnly={!mayEdit}
      onCancel={onClose}
      onDelete={assignment && mayEdit ? () => void remove(assignment) : undefined}
    >
      <SearchedSelect
        label={label('driver')}
        options={data?.drivers ?? []}
        total={data?.driversTotal}
        onSearch={setDriver}
        {...form.getInputProps('driverId')}
        value={driverId}
        disabled={of.driverId !== undefined}
      />
      <SearchedSelect
        label={label('vehicle')}
        options={data?.vehicles ?? []}
        total={data?.vehiclesTotal}
        onSearch={setVehicle}
        {...form.getInputProps('vehicleId')}
        value={vehicleId}
        disabled={of.vehicleId !== undefined}
      />
      <MomentInput
        {...form.getInputProps('from')}
        label={label('from')}
        timeLabel={label('time')}
        value={form.values.from}
      />
      <MomentInput
        {...form.getInputProps('to')}
        label={label('to')}
        timeLabel={label('time')}
        value={form.values.to}
        open={label('until-further-notice')}
      />
      <OverrideField
        vehicleId={vehicleId}
        driverId={driverId}
        from={form.values.from}
        to={form.values.to}
        value={form.values.overrideReason}
        error={form.errors['overrideReason']}
        former={assignment?.override?.reason}
        readOnly={!mayEdit}
        onChange={(reason) => form.setFieldValue('overrideReason', reason)}
      />
      <TextInput {...form.getInputProps('note')} label={label('note')} maxLength={200} />
      <Text size="sm" c="dimmed">
        {label('past-hint')}
      </Text>
    </RecordForm>
  );
}
