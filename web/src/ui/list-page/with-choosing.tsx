import { Checkbox } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Column } from '../data-table/column.ts';
import type { ChosenRows } from './use-chosen-rows.ts';

/** Adds a column of checkboxes before the others; a Shift-click chooses all rows from the last one to this. */
export function withChoosing<Row extends { id: number }, Sort extends string>(
  t: TFunction,
  columns: readonly Column<Row, Sort>[],
  picks: ChosenRows<Row>,
  rows: readonly Row[] | undefined,
): Column<Row, Sort>[] {
  const [first, ...rest] = columns;
  if (!first) return [];
  return [
    {
      ...first,
      render: (row) => (
        <>
          <Checkbox
            display="inline-block"
            me="sm"
            style={{ verticalAlign: 'middle' }}
            aria-label={t('choosing.one', { name: picks.nameOf(row) })}
            checked={picks.all || picks.chosen.has(row.id)}
            onChange={({ nativeEvent }) =>
              picks.toggle(row, rows ?? [], nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
          {first.render(row)}
        </>
      ),
    },
    ...rest,
  ];
}
