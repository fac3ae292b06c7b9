import type { Assignment } from '@milepost/contract/assignment-operations';
import { Badge, Button, Group, Paper } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { useServerNow } from '../../live/use-live.ts';
import { formatDayAndClock } from '../../text/format.ts';
import type { Column } from '../data-table/column.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { TableFooter } from '../data-table/table-footer.tsx';
import type { TableDefaults } from '../data-table/table-state.ts';
import { useTableState } from '../data-table/use-table-state.ts';
import { EmptyNote } from '../empty-note.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { RecordDrawer } from '../form/record-drawer.tsx';
import { lazyPart } from '../lazy-part.ts';
import type { AssignmentSubject } from './assignment-of.ts';

// Lazy-loaded together with its validation schemas.
const AssignmentForm = lazyPart(() => import('./assignment-form.tsx'));

const SORTS = ['from'] as const;
const DEFAULTS: TableDefaults<(typeof SORTS)[number]> = { sorts: SORTS, sort: 'from', direction: 'desc' };
const HOUR_MS = 3_600_000;

/** The assignments of a driver or a vehicle, newest first, with the form beside them. */
export function Assignments({ of, className }: { of: AssignmentSubject; className?: string | undefined }) {
  const { t } = useTranslation();
  const now = useServerNow(HOUR_MS);
  const { state, change } = useTableState(DEFAULTS);
  const mayEdit = useMay('drivers', 'edit');
  const [shown, setShown] = useState<Assignment | undefined>();
  const [opened, setOpened] = useState(false);
  const { page, pageSize, sort, direction } = state;
  const query = useCall(
    'get-assignment-list',
    { ...of, page, pageSize, sort, direction },
    { placeholderData: keepPreviousData },
  );
  const { data, error } = query;
  function open(assignment: Assignment | undefined) {
    setShown(assignment);
    setOpened(true);
  }
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(undefined)}>
      {t('assignment.add')}
    </Button>
  );
  const close = () => setOpened(false);
  return (
    <Paper withBorder radius="lg" className={className ?? ''}>
      <Group p="sm" justify="flex-end">
        {add}
      </Group>
      {error && <ErrorNote radius={0} title={t('table.failed')} error={error} onRetry={() => void query.refetch()} />}
      {data?.total === 0 ? (
        <Group justify="center" p="xl">
          <EmptyNote title={t('assignment.empty')} text={t('assignment.empty-text')} />
        </Group>
      ) : (
        (data !== undefined || !error) && (
          <DataTable
            label={t('assignment.title')}
            columns={columns(t, of)}
            rows={data?.rows}
            state={state}
            onChange={change}
            // The usual driver is edited with the vehicle.
            onOpen={(row) => row.source === 'assignment' && open(row)}
            stale={query.isPlaceholderData}
          />
        )
      )}
      {(data?.total ?? 0) > 0 && <TableFooter total={data?.total ?? 0} state={state} onChange={change} />}
      <RecordDrawer
        title={t(shown === undefined ? 'assignment.new' : 'assignment.one')}
        opened={opened}
        onClose={close}
        loading={false}
        error={null}
        onRetry={close}
      >
        <Suspense>
          <AssignmentForm
            key={shown?.id ?? 'new'}
            of={of}
            assignment={shown}
            begin={new Date(Math.floor(now / HOUR_MS) * HOUR_MS).toISOString()}
            mayEdit={mayEdit}
            onClose={close}
          />
        </Suspense>
      </RecordDrawer>
    </Paper>
  );
}

function columns(t: TFunction, of: AssignmentSubject): Column<Assignment, 'from'>[] {
  const label = (key: string) => t(`assignment.${key}`);
  return [
    ...(of.driverId === undefined
      ? [{ key: 'driver', label: label('driver'), render: ({ driverName }: Assignment) => <b>{driverName}</b> }]
      : []),
    ...(of.vehicleId === undefined
      ? [{ key: 'vehicle', label: label('vehicle'), render: ({ registration }: Assignment) => <b>{registration}</b> }]
      : []),
    { key: 'from', label: label('from'), sort: 'from', render: ({ from }) => formatDayAndClock(from) },
    {
      key: 'to',
      label: label('to'),
      render: ({ to }) => (to === null ? label('until-further-notice') : formatDayAndClock(to)),
    },
    {
      key: 'source',
      label: label('source'),
      render: ({ source }) => (
        <Badge variant="default" tt="none" fw={500}>
          {t(source === 'usual' ? 'driver-source.usual' : 'assignment.one')}
        </Badge>
      ),
    },
    { key: 'note', label: label('note'), text: true, from: 800, render: ({ note }) => note ?? '' },
  ];
}
