import { workOrderName } from '@milepost/contract/maintenance-kinds';
import { recordPath } from '@milepost/contract/record-kinds';
import type { ServiceDue, ServiceRecord } from '@milepost/contract/maintenance-operations';
import { ActionIcon, Anchor, Paper, Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDate, formatDistance, formatNumber } from '../../text/format.ts';
import { TableFooter } from '../../ui/data-table/table-footer.tsx';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { deleteWithUndo } from '../../ui/form/delete-with-undo.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { refreshMaintenance } from '../../api/refresh-records.ts';
import { OrderStateChip } from '../../ui/maintenance/order-state.tsx';
import { ServiceCard } from '../../ui/maintenance/service-card.tsx';
import { VehicleInspections } from './vehicle-inspections.tsx';
import classes from './vehicle-maintenance.module.css';

const DoneDrawer = lazyPart(async () => ({
  default: (await import('../../ui/maintenance/done-drawer.tsx')).DoneDrawer,
}));

const DEFAULTS: TableDefaults<'day'> = { sorts: ['day'], sort: 'day', direction: 'desc' };
/** One vehicle has only a few plans. */
const MAX_DUES = 100;
/** The number of newest work orders; the rest is in their list. */
const SHOWN_ORDERS = 10;

/** The vehicle's due services, and those done. */
export function VehicleMaintenance({ id }: { id: number }) {
  const { t } = useTranslation();
  const mayEdit = useMay('maintenance', 'edit');
  const mayOrder = useMay('maintenance', 'create');
  const [done, setDone] = useState<ServiceDue | null>(null);
  const { state, change } = useTableState(DEFAULTS);
  const dues = useCall('get-service-due-list', { vehicleId: id, pageSize: MAX_DUES });
  const query = useCall('get-service-record-list', { ...state, vehicleId: id }, { placeholderData: keepPreviousData });
  const orders = useCall('get-work-order-list', { vehicleId: id, pageSize: SHOWN_ORDERS, direction: 'desc' });
  const failed = dues.error ?? query.error ?? orders.error;
  const remove = (record: ServiceRecord) =>
    deleteWithUndo(t, {
      name: `${record.task} · ${formatDate(record.day)}`,
      consequence: t('maintenance.delete-text'),
      remove: () => call('delete-service-record', { id: record.id }),
      restore: () => call('restore-service-record', { id: record.id }),
      onChanged: refreshMaintenance,
      onRemoved: () => undefined,
    });
  return (
    <div className={classes['tab']}>
      {failed && (
        <ErrorNote
          title={t('table.failed')}
          error={failed}
          onRetry={() => void Promise.all([dues.refetch(), query.refetch(), orders.refetch()])}
        />
      )}
      {dues.data?.total === 0 && (
        <Paper withBorder radius="lg" p="xl" className={classes['empty']}>
          <EmptyNote title={t('maintenance.nothing')} text={t('maintenance.nothing-text')} />
        </Paper>
      )}
      <ul className={classes['dues']} aria-label={t('maintenance.tabs.due')}>
        {dues.data?.rows.map((due) => (
          <ServiceCard
            key={due.id}
            due={due}
            showVehicle={false}
            onDone={mayEdit ? setDone : undefined}
            mayOrder={mayOrder}
          />
        ))}
      </ul>
      {orders.data && orders.data.total > 0 && (
        <Paper withBorder radius="lg" className={classes['history']}>
          <h2>
            {t('maintenance.order.title')}{' '}
            <Anchor component={Link} size="sm" to={`/vehicle-info/maintenance/orders?vehicle=${id}`}>
              {t('maintenance.order.all', { count: orders.data.total, number: formatNumber(orders.data.total) })}
            </Anchor>
          </h2>
          <ul className={classes['orders']}>
            {orders.data.rows.map((order) => (
              <li key={order.id}>
                <Anchor component={Link} size="sm" to={`/${recordPath('work-order', order.id)}`}>
                  {workOrderName(order.number)} · {order.title}
                </Anchor>
                <OrderStateChip state={order.state} />
              </li>
            ))}
          </ul>
        </Paper>
      )}
      <VehicleInspections id={id} />
      <Paper withBorder radius="lg" className={classes['history']}>
        <h2>{t('maintenance.history')}</h2>
        {query.data?.total === 0 ? (
          <Text size="sm" c="dimmed" p="md">
            {t('maintenance.no-history')}
          </Text>
        ) : (
          <RecordTable records={query.data?.rows ?? []} onRemove={mayEdit ? remove : undefined} />
        )}
        {(query.data?.total ?? 0) > 0 && <TableFooter total={query.data?.total ?? 0} state={state} onChange={change} />}
      </Paper>
      <Suspense>{mayEdit && <DoneDrawer due={done} onClose={() => setDone(null)} />}</Suspense>
    </div>
  );
}

interface TableProps {
  records: readonly ServiceRecord[];
  onRemove: ((record: ServiceRecord) => void) | undefined;
}

function RecordTable({ records, onRemove }: TableProps) {
  const { t } = useTranslation();
  const label = (key: string) => t(`maintenance.${key}`);
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label={label('history')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {['task', 'day', 'odometer', 'made-by', 'note'].map((key) => (
              <Table.Th key={key}>{label(key)}</Table.Th>
            ))}
            {onRemove && <Table.Th aria-label={t('form.delete')} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map((record) => (
            <Table.Tr key={record.id}>
              <Table.Td fw={600}>{record.task}</Table.Td>
              <Table.Td>{formatDate(record.day)}</Table.Td>
              <Table.Td>{record.odometerM === null ? '–' : formatDistance(record.odometerM)}</Table.Td>
              <Table.Td>{record.madeBy ?? '–'}</Table.Td>
              <Table.Td>{record.note ?? '–'}</Table.Td>
              {onRemove && (
                <Table.Td>
                  {/* A work order's effects are undone with it. */}
                  <ActionIcon
                    disabled={record.workOrderId !== null}
                    variant="subtle"
                    color="gray"
                    aria-label={t('maintenance.delete-of', { task: record.task, day: formatDate(record.day) })}
                    onClick={() => onRemove(record)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
