import type { Outlet } from '@milepost/contract/outlet-operations';
import type { OutletVisit } from '@milepost/contract/run-day-operations';
import { Anchor, Button, Paper, Skeleton, Table } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../api/use-call.ts';
import { formatClock, formatDate, formatDuration } from '../../../text/format.ts';
import { CutNote } from '../../../ui/cut-note.tsx';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { lookOf } from '../../../ui/runs/stop-look.ts';

const FIRST = 25;
const MAX_ROWS = 100;

const clock = (at: string | null) => (at === null ? '–' : formatClock(at));

/** The actual and the missed visits of an outlet: the latest day first. */
export function OutletVisits({ outlet: { id, name } }: { outlet: Outlet }) {
  const { t } = useTranslation();
  const [pageSize, setPageSize] = useState(FIRST);
  const { data, error, refetch } = useCall(
    'get-outlet-visits',
    { outletId: id, pageSize },
    { placeholderData: keepPreviousData },
  );
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  if (data.total === 0) return <EmptyNote title={t('outlets.visits.none')} text={t('outlets.visits.none-text')} />;
  return (
    <Paper withBorder radius={12} p="xs">
      <Table.ScrollContainer minWidth={720}>
        <Table verticalSpacing={6} fz="sm" aria-label={t('outlets.visits.of', { name })}>
          <Table.Thead>
            <Table.Tr>
              {(['run', 'state', 'planned', 'arrived', 'left', 'dwell', 'driver'] as const).map((column) => (
                <Table.Th key={column}>{t(`runs.column.${column}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.rows.map((visit) => (
              <VisitRow key={visit.runId} outletId={id} visit={visit} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data.total > data.rows.length && pageSize < MAX_ROWS && (
        <Button variant="default" mt="sm" onClick={() => setPageSize(MAX_ROWS)}>
          {t('outlets.visits.more')}
        </Button>
      )}
      <CutNote shown={data.rows.length} total={data.total} />
    </Paper>
  );
}

function VisitRow({ outletId, visit }: { outletId: number; visit: OutletVisit }) {
  const { t } = useTranslation();
  const who = [visit.vehicle?.name, visit.driver?.name].filter(Boolean).join(' · ');
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <Anchor component={Link} fz="sm" to={`/settings/runs/${visit.runId}?stop=${outletId}`}>
          {formatDate(visit.day)} · {visit.route.name}
        </Anchor>
        {who !== '' && <div>{who}</div>}
      </Table.Th>
      <Table.Td>
        {t(`runs.look.${lookOf(visit)}`)}
        {visit.doubt && <div>{t(`runs.doubt.${visit.doubt}`)}</div>}
      </Table.Td>
      <Table.Td>{clock(visit.plannedAt)}</Table.Td>
      <Table.Td>{clock(visit.arrivedAt)}</Table.Td>
      <Table.Td>{clock(visit.departedAt)}</Table.Td>
      <Table.Td>{visit.arrivedAt === null ? '–' : formatDuration(visit.stoodS)}</Table.Td>
      <Table.Td>{clock(visit.saidAt)}</Table.Td>
    </Table.Tr>
  );
}
