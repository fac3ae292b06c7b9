import { ActionIcon, Group, Select } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import type { TableState } from './table-state.ts';

interface Props<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[];
  state: TableState<Sort>;
  onChange: (change: Partial<TableState<Sort>>) => void;
}

/** Sorting on a phone, whose cards have no headings to click. */
export function SortSelect<Row, Sort extends string>({ columns, state, onChange }: Props<Row, Sort>) {
  const { t } = useTranslation();
  const data = columns.flatMap(({ sort, label }) => (sort === undefined ? [] : [{ value: sort, label }]));
  const ascending = state.direction === 'asc';
  const Arrow = ascending ? IconSortAscending : IconSortDescending;
  return (
    <Group gap={4} hiddenFrom="sm" wrap="nowrap">
      <Select
        aria-label={t('table.sort-by')}
        w={130}
        allowDeselect={false}
        data={data}
        value={state.sort}
        onChange={(sort) => sort !== null && onChange({ sort })}
      />
      <ActionIcon
        aria-label={t(ascending ? 'table.ascending' : 'table.descending')}
        onClick={() => onChange({ direction: ascending ? 'desc' : 'asc' })}
      >
        <Arrow size={18} stroke={1.6} />
      </ActionIcon>
    </Group>
  );
}
