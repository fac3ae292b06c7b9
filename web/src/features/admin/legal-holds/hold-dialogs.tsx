import type { LegalHold } from '@milepost/contract/legal-hold-operations';
import { MAX_HOLD_REASON } from '@milepost/contract/retention-kinds';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../api/call-error.ts';
import { call, type CallOutput } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDateTime } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';
import { SearchedSelect } from '../../../ui/form/searched-select.tsx';
import { notify } from '../../../ui/toast/notify.ts';

const SHOWN = 50;
type Made = CallOutput<'create-legal-hold'>;

/** Sets a legal hold, and says what of it is already gone. */
export function NewHoldDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [made, setMade] = useState<Made | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t(made === null ? 'legal-holds.new' : 'legal-holds.gone-title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {made === null ? (
        <HoldForm
          onCancel={close}
          onMade={(answer) => {
            notify(t('legal-holds.done', { name: answer.hold.registration }));
            if (answer.gone.length > 0) setMade(answer);
            else close();
          }}
        />
      ) : (
        <Stack gap="sm">
          {made.gone.map(({ kind, before }) => (
            <Alert key={kind} type="warning" dismissible={false}>
              {t('legal-holds.gone', { kind: t(`retention.kind.${kind}`), time: formatDateTime(before) })}
            </Alert>
          ))}
          <Group justify="flex-end">
            <Button onClick={close}>{t('form.close')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function HoldForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const [vehicleId, setVehicleId] = useState<number | null>(null);
  const [firstDay, setFirstDay] = useState<string | null>(null);
  const [lastDay, setLastDay] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [search, setSearch] = useState('');
  // Vehicles that moved to another organisation too: their past remains here.
  const vehicles = useCall(
    'get-vehicle-list',
    { search, pageSize: SHOWN, moved: 'with' },
    { placeholderData: keepPreviousData },
  );
  const mutation = useMutation({
    mutationFn: () =>
      call('create-legal-hold', { vehicleId: vehicleId ?? 0, firstDay: firstDay ?? '', lastDay, reason }),
    onSuccess(answer) {
      refresh('get-legal-hold-list');
      onMade(answer);
    },
  });
  const { fields, failure } = faultsOf(mutation.error);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <Stack gap="sm">
        {failure && <Alert type="danger">{errorText(t, failure)}</Alert>}
        <Text size="sm">{t('legal-holds.note')}</Text>
        <SearchedSelect
          label={t('legal-holds.vehicle')}
          withAsterisk
          options={(vehicles.data?.rows ?? []).map(({ id, registration }) => ({ id, name: registration }))}
          total={vehicles.data?.total}
          onSearch={setSearch}
          value={vehicleId}
          onChange={setVehicleId}
          error={fields['vehicleId']}
        />
        <DateField
          label={t('legal-holds.first-day')}
          required
          value={firstDay}
          error={fields['firstDay']}
          onChange={setFirstDay}
        />
        <DateField
          label={t('legal-holds.last-day')}
          description={t('legal-holds.last-day-hint')}
          clearable
          value={lastDay}
          error={fields['lastDay']}
          onChange={setLastDay}
        />
        <Textarea
          label={t('legal-holds.reason')}
          description={t('legal-holds.reason-hint')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={MAX_HOLD_REASON}
          value={reason}
          error={fields['reason']}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="sm">
          <FormCancel onCancel={onCancel} />
          <Button type="submit" loading={mutation.isPending}>
            {t('legal-holds.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The errors at fields, and an error that belongs to none. */
function faultsOf(error: Error | null): { fields: Record<string, string>; failure: Error | null } {
  const fields = error instanceof CallError ? error.fields : {};
  return { fields, failure: Object.keys(fields).length > 0 ? null : error };
}

/** Ends a legal hold, with a reason. */
export function EndHoldDialog({ hold, onClose }: { hold: LegalHold | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={hold !== null}
      onClose={onClose}
      title={t('legal-holds.end-title', { name: hold?.registration ?? '' })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {hold && <EndForm hold={hold} onClose={onClose} />}
    </Modal>
  );
}

function EndForm({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const mutation = useMutation({
    mutationFn: () => call('end-legal-hold', { id: hold.id, reason }),
    onSuccess() {
      refresh('get-legal-hold-list');
      notify(t('legal-holds.end-done', { name: hold.registration }));
      onClose();
    },
  });
  const { fields, failure } = faultsOf(mutation.error);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <Stack gap="sm">
        {failure && <Alert type="danger">{errorText(t, failure)}</Alert>}
        <Text>{t('legal-holds.end-text')}</Text>
        <Textarea
          label={t('legal-holds.reason')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={MAX_HOLD_REASON}
          value={reason}
          error={fields['reason']}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="sm">
          <FormCancel onCancel={onClose} />
          <Button type="submit" color="red" loading={mutation.isPending}>
            {t('legal-holds.end-confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
