import type { ImportKind } from '@milepost/contract/import-kinds';
import type { Import } from '@milepost/contract/import-operations';
import { Paper, Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { formatDayAndClock } from '../../text/format.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { TableFooter } from '../../ui/data-table/table-footer.tsx';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { AFTER, countWords } from './import-words.ts';

const SORTS = ['createdAt'] as const;
const DEFAULTS: TableDefaults<(typeof SORTS)[number]> = { sorts: SORTS, sort: 'createdAt', direction: 'desc' };

/** Previous imports: who, when, how many; a row opens the import, where it can be undone. */
export function ImportList({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation();
  const { state, change } = useTableState(DEFAULTS);
  const [, setParams] = useSearchParams();
  const { page, pageSize, sort, direction } = state;
  const query = useCall(
    'get-import-list',
    { kind, page, pageSize, sort, direction },
    { placeholderData: keepPreviousData },
  );
  const { data, error } = query;
  if (data?.total === 0) return null;
  return (
    <Paper withBorder radius="lg">
      <Title order={2} size={16} p="sm">
        {t('import.before')}
      </Title>
      {error && <ErrorNote radius={0} title={t('table.failed')} error={error} onRetry={() => void query.refetch()} />}
      {(data !== undefined || !error) && (
        <DataTable
          label={t('import.before')}
          columns={columns(t)}
          rows={data?.rows}
          state={state}
          onChange={change}
          onOpen={({ id }) => setParams({ import: String(id) })}
          stale={query.isPlaceholderData}
        />
      )}
      {(data?.total ?? 0) > 0 && <TableFooter total={data?.total ?? 0} state={state} onChange={change} />}
    </Paper>
  );
}

function columns(t: TFunction): Column<Import, 'createdAt'>[] {
  const label = (key: string) => t(`import.${key}`);
  return [
    { key: 'file', label: label('file'), render: ({ fileName }) => <b>{fileName}</b> },
    {
      key: 'when',
      label: label('when'),
      sort: 'createdAt',
      render: ({ createdAt }) => formatDayAndClock(createdAt),
    },
    { key: 'who', label: label('who'), render: ({ by }) => by ?? '–' },
    {
      key: 'state',
      label: label('state-label'),
      render: ({ state, failed }) => t(failed ? 'import.state.failed' : `import.state.${state}`),
    },
    { key: 'lines', label: label('lines'), text: true, render: ({ counts }) => countWords(t, counts, AFTER) },
  ];
}
