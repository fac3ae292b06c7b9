import { importSpec } from '@milepost/contract/import-kinds';
import type { ImportLine, LineState, OpenImport } from '@milepost/contract/import-operations';
import { recordPath } from '@milepost/contract/record-kinds';
import { Anchor, Group, Table, Text, Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { formatNumber } from '../../text/format.ts';
import { faultText } from '../../text/fault-text.ts';
import type { CsvColumn } from '../../ui/data-table/csv.ts';
import { ExportMenu } from '../../ui/data-table/export-menu.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { Pagination } from '../../ui/pagination/pagination.tsx';
import { fieldName } from './import-words.ts';
import classes from './import.module.css';

interface Props {
  found: OpenImport;
  states: readonly LineState[];
  title: string;
  /** True for only the lines that are imported without some of their cells. */
  leftOut?: boolean;
}

const SHOWN = 20;

/** Lines that need attention, with their errors, and all of them as a file to correct and send again. */
export function ImportLines({ found, states, title, leftOut = false }: Props) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { id, kind, columns } = found;
  const input = { id, states: [...states], leftOut, page, pageSize: SHOWN };
  // Other counts mean another trial.
  const query = useCall('get-import-lines', input, { placeholderData: keepPreviousData });
  const total = query.data?.total ?? 0;
  const keyColumn = columns.findIndex(({ field }) => field === importSpec(kind).key);
  return (
    <div>
      <Group justify="space-between">
        <Title order={3} size={14}>
          {title}
        </Title>
        <ExportMenu
          title={title}
          name={found.fileName.replace(/\.[^.]*$/, '')}
          columns={fileColumns(t, found)}
          fetchPage={(at, pageSize) => call('get-import-lines', { ...input, page: at, pageSize })}
        />
      </Group>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      <div className={classes['scroller']} tabIndex={0} role="region" aria-label={title}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('import.line')}</Table.Th>
              <Table.Th>{fieldName(t, kind, importSpec(kind).key)}</Table.Th>
              <Table.Th>{t('import.why')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(query.data?.rows ?? []).map((line) => (
              <Table.Tr key={line.line}>
                <Table.Td>{formatNumber(line.line)}</Table.Td>
                <Table.Td>
                  {line.state === 'kept' && line.recordId !== null ? (
                    <Anchor component={Link} to={`/${recordPath(kind, line.recordId)}`}>
                      <bdi>{line.name}</bdi>
                    </Anchor>
                  ) : (
                    <bdi>{line.cells[keyColumn] ?? line.name}</bdi>
                  )}
                </Table.Td>
                <Table.Td>
                  {whyOf(t, line, found).map((why) => (
                    <Text key={why} size="sm">
                      {why}
                    </Text>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {total > SHOWN && <Pagination total={total} pageSize={SHOWN} page={page} onPageChange={setPage} />}
    </div>
  );
}

function whyOf(t: TFunction, { state, faults }: ImportLine, { kind, own }: OpenImport): string[] {
  if (state === 'kept') return [t('import.kept-why')];
  return faults.map(({ field, fault }) => `${fieldName(t, kind, field, own)}: ${faultText(fault)}`);
}

/** The original cells, with the errors at the end: the same columns are detected again. */
const fileColumns = (t: TFunction, found: OpenImport): CsvColumn<ImportLine>[] => [
  ...found.columns.map(({ heading }, index) => ({
    label: heading,
    value: ({ cells }: ImportLine) => cells[index] ?? '',
  })),
  { label: t('import.line'), value: ({ line }) => line },
  { label: t('import.why'), value: (line) => whyOf(t, line, found).join(' ') },
];
