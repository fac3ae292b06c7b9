import type { PrivateMark } from '@milepost/contract/private-time-operations';
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconClockPause, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../api/call-error.ts';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDateTime } from '../../text/format.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { CutNote } from '../../ui/cut-note.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { localAnswer } from '../../ui/data-table/local-answer.ts';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { MomentInput } from '../../ui/date-picker/moment-input.tsx';
import { confirmed } from '../../ui/dialog/confirm.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { errorText } from '../../ui/error-text.ts';
import { FormCancel } from '../../ui/form/form-cancel.tsx';
import { SearchedSelect } from '../../ui/form/searched-select.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { notify } from '../../ui/toast/notify.ts';

const SORTS = ['markedAt', 'registration', 'from'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'markedAt', direction: 'desc' };
const VALUES: Record<Sort, (mark: PrivateMark) => string> = {
  markedAt: ({ markedAt }) => markedAt,
  registration: ({ registration }) => registration,
  from: ({ from }) => from,
};
const SHOWN = 50;
const HOUR_MS = 3_600_000;

/** The times of vehicles that people marked as private or as work. */
export default function PrivateMarksPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const [marking, setMarking] = useState(false);
  const mayCreate = useMay('private-trips', 'create');
  const query = useCall('get-private-mark-list', {});
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMarking(true)}>
      {t('private-time.mark')}
    </Button>
  );
  const end = ({ id, registration }: PrivateMark) =>
    confirmed(t, {
      title: t('private-time.end-title', { name: registration }),
      text: t('private-time.end-text'),
      confirm: t('private-time.end'),
      danger: false,
      run: () => call('end-private-mark', { id }),
      done: t('private-time.end-done', { name: registration }),
      onDone: () => refresh('get-private-mark-list', 'get-audit-list'),
    });
  const found =
    query.data &&
    localAnswer(query.data.rows, list.state, VALUES, ({ registration, markedBy, driverName }) => [
      registration,
      markedBy ?? '',
      driverName ?? '',
    ]);
  return (
    <>
      <ListPage
        title={t('private-time.marks-title')}
        notice={<CutNote shown={query.data?.rows.length} total={query.data?.total} />}
        searchLabel={t('private-time.marks-search')}
        columns={columns(t, mayCreate ? end : undefined)}
        list={list}
        found={found}
        query={query}
        onOpen={({ registration }) => list.change({ search: registration })}
        actions={addButton}
        empty={{
          Icon: IconClockPause,
          title: t('private-time.marks-empty'),
          text: t('private-time.marks-empty-text'),
          action: addButton,
        }}
      />
      <Modal
        opened={marking}
        onClose={() => setMarking(false)}
        title={t('private-time.mark-title')}
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        {marking && <MarkForm onClose={() => setMarking(false)} />}
      </Modal>
    </>
  );
}

function MarkForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const label = (key: string) => t(`private-time.${key}`);
  const [vehicleId, setVehicleId] = useState<number | null>(null);
  const [hour] = useState(() => Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  const [from, setFrom] = useState<string | null>(() => new Date(hour - HOUR_MS).toISOString());
  const [to, setTo] = useState<string | null>(() => new Date(hour).toISOString());
  const [isPrivate, setPrivate] = useState(true);
  const [search, setSearch] = useState('');
  const vehicles = useCall('get-vehicle-list', { search, pageSize: SHOWN }, { placeholderData: keepPreviousData });
  const mutation = useMutation({
    mutationFn: () =>
      call('mark-private-time', { vehicleId: vehicleId ?? 0, from: from ?? '', to: to ?? '', isPrivate }),
    onSuccess({ mark }) {
      refresh('get-private-mark-list', 'get-audit-list');
      notify(t('private-time.mark-done', { name: mark.registration }));
      onClose();
    },
  });
  const { error } = mutation;
  const fields: Record<string, string> = error instanceof CallError ? error.fields : {};
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <Stack gap="sm">
        {error && Object.keys(fields).length === 0 && <Alert type="danger">{errorText(t, error)}</Alert>}
        <Text size="sm">{label('mark-note')}</Text>
        <SearchedSelect
          label={label('vehicle')}
          withAsterisk
          options={(vehicles.data?.rows ?? []).map(({ id, registration }) => ({ id, name: registration }))}
          total={vehicles.data?.total}
          onSearch={setSearch}
          value={vehicleId}
          onChange={setVehicleId}
          error={fields['vehicleId']}
        />
        <MomentInput
          label={label('from')}
          timeLabel={label('time')}
          value={from}
          onChange={setFrom}
          error={fields['from']}
        />
        <MomentInput label={label('to')} timeLabel={label('time')} value={to} onChange={setTo} error={fields['to']} />
        <SegmentedControl
          aria-label={label('kind')}
          value={isPrivate ? 'private' : 'work'}
          onChange={(kind) => setPrivate(kind === 'private')}
          data={['private', 'work'].map((value) => ({ value, label: label(value) }))}
        />
        <Group justify="flex-end" mt="sm">
          <FormCancel onCancel={onClose} />
          <Button type="submit" loading={mutation.isPending}>
            {label('mark')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function columns(t: TFunction, end: ((mark: PrivateMark) => void) | undefined): Column<PrivateMark, Sort>[] {
  const label = (key: string) => t(`private-time.${key}`);
  return [
    {
      key: 'registration',
      label: label('vehicle'),
      sort: 'registration',
      render: ({ registration }) => (
        <Text span fw={600}>
          {registration}
        </Text>
      ),
    },
    { key: 'from', label: label('from'), sort: 'from', render: ({ from }) => formatDateTime(from) },
    { key: 'to', label: label('to'), render: ({ to }) => (to === null ? label('goes-on') : formatDateTime(to)) },
    { key: 'kind', label: label('kind'), render: ({ isPrivate }) => label(isPrivate ? 'private' : 'work') },
    {
      key: 'marked',
      label: label('marked'),
      sort: 'markedAt',
      render: ({ markedAt, markedBy }) =>
        t('private-time.by', { time: formatDateTime(markedAt), name: markedBy ?? label('deleted-user') }),
    },
    { key: 'driver', label: label('driver'), render: ({ driverName }) => driverName ?? label('office') },
    ...(end
      ? [
          {
            key: 'end',
            label: label('end'),
            bare: true,
            align: 'right' as const,
            render: (mark: PrivateMark) =>
              mark.to === null && (
                <Button size="compact-sm" variant="default" onClick={() => end(mark)}>
                  {label('end')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}
