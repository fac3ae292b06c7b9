import type { StopFigure } from '@milepost/contract/run-day-kinds';
import { Button, Skeleton, Table, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Drawer } from '../../../ui/dialog/drawer.tsx';
import { useCall } from '../../../api/use-call.ts';
import { formatClock } from '../../../text/format.ts';
import { CutNote } from '../../../ui/cut-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { lookOf } from '../../../ui/runs/stop-look.ts';
import type { DayState } from './use-day-state.ts';

const FIRST = 100;
const MAX_ROWS = 500;

const clock = (at: string | null) => (at === null ? '–' : formatClock(at));

interface Props {
  figure: StopFigure;
  filter: Pick<DayState, 'day' | 'territoryId' | 'depotId'>;
  onClose: () => void;
}

/** The stops behind a figure. */
export function BehindDrawer({ figure, filter, onClose }: Props) {
  const { t } = useTranslation();
  const [pageSize, setPageSize] = useState(FIRST);
  const query = useCall(
    'get-run-day-stops',
    {
      figure,
      pageSize,
      day: filter.day ?? undefined,
      territoryId: filter.territoryId ?? undefined,
      depotId: filter.depotId ?? undefined,
    },
    { placeholderData: keepPreviousData },
  );
  const { data, error } = query;
  return (
    <Drawer
      loses={false}
      opened
      onClose={onClose}
      position="right"
      size={760}
      title={t(`distribution.behind.${figure}`)}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {error && <ErrorNote error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Skeleton h={240} />}
      {data?.rows.length === 0 && <Text c="dimmed">{t('distribution.none-behind')}</Text>}
      {data && data.rows.length > 0 && (
        <Table.ScrollContainer minWidth={620}>
          <Table verticalSpacing={4} fz="sm">
            <Table.Thead>
              <Table.Tr>
                {(['outlet', 'run', 'state', 'planned', 'window', 'arrived', 'expected'] as const).map((name) => (
                  <Table.Th key={name}>{t(`runs.column.${name}`)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.rows.map((row) => (
                <Table.Tr key={`${row.runId} ${row.outletId}`}>
                  <Table.Th scope="row" fw={500}>
                    <Link to={`/settings/runs/${row.runId}?stop=${row.outletId}`}>{row.name}</Link>
                  </Table.Th>
                  <Table.Td>
                    {row.route.name}
                    {row.vehicle && ` · ${row.vehicle.name}`}
                  </Table.Td>
                  <Table.Td>{t(`runs.look.${lookOf(row)}`)}</Table.Td>
                  <Table.Td>{clock(row.plannedAt)}</Table.Td>
                  <Table.Td>
                    {row.windowFrom === null ? '–' : `${clock(row.windowFrom)} – ${clock(row.windowTo)}`}
                  </Table.Td>
                  <Table.Td>{clock(row.arrivedAt)}</Table.Td>
                  <Table.Td>{clock(row.expectedAt)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {data && data.total > data.rows.length && pageSize < MAX_ROWS && (
        <Button variant="default" mt="sm" onClick={() => setPageSize(MAX_ROWS)}>
          {t('distribution.more')}
        </Button>
      )}
      <CutNote shown={data?.rows.length} total={data?.total} />
    </Drawer>
  );
}
