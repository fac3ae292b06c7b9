import { ActionIcon, Skeleton } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { Fragment, useRef, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { sortBy, type TableState } from './table-state.ts';
import { LazyMenu } from '../lazy-menu.tsx';
import { lazyPart } from '../lazy-part.ts';
import { cardColumns, choosable, shownColumns } from './shown-columns.ts';
import { useColumnChoice } from './use-column-choice.ts';
import { useRowKeys } from '../use-row-keys.ts';
import { HiddenText } from '../hidden-text/hidden-text.tsx';

export interface DataTableProps<Row extends { id: number }, Sort extends string> {
  /** The content of the table, for screen readers. */
  label: string;
  columns: readonly Column<Row, Sort>[];
  /** Undefined while the first rows are loading. */
  rows: readonly Row[] | undefined;
  state: TableState<Sort>;
  onChange: (change: Partial<TableState<Sort>>) => void;
  onOpen: (row: Row) => void;
  /** True while new rows are loading and these are still shown. */
  stale?: boolean;
  /** Shows all columns, in their order, if the parent component lets people choose them. */
  whole?: boolean;
  /** The totals of the rows, by column key; always visible below them. */
  totals?: Cells | undefined;
  /** The heading above the first row of a group; null above any other row. */
  headOf?: ((row: Row, before: Row | undefined) => Cells | null) | undefined;
  /** True if the row is collapsed under the heading of its group. */
  isFolded?: ((row: Row) => boolean) | undefined;
}

/** Cells by the key of their column. */
export type Cells = Readonly<Record<string, ReactNode>>;

const ColumnItems = lazyPart(() => import('./column-items.tsx'));
const SKELETON_ROWS = 8;

/** Rows under a sticky heading with a sticky first column; on a phone one card per row. */
export function DataTable<Row extends { id: number }, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const body = useRef<HTMLDivElement>(null);
  useRowKeys(body);
  const { ref: frame, width } = useElementSize();
  const [choice, setChoice] = useColumnChoice(props.columns);
  const chooser = !phone && !props.whole && choosable(props.columns).length > 1;
  return (
    <div ref={frame} className={classes.frame}>
      <div
        ref={body}
        className={classes.scroll}
        data-stale={props.stale || undefined}
        data-chooser={chooser || undefined}
        aria-busy={!props.rows}
      >
        {phone ? (
          <Cards {...props} columns={props.whole ? props.columns : cardColumns(props.columns, choice)} />
        ) : (
          <Grid {...props} columns={props.whole ? props.columns : shownColumns(props.columns, width, choice)} />
        )}
      </div>
      {chooser && (
        <div className={classes.chooser}>
          <ColumnChooser columns={props.columns} width={width} choice={choice} onChoose={setChoice} />
        </div>
      )}
    </div>
  );
}

/** The button at the end of the heading. */
function ColumnChooser(props: Pick<ComponentProps<typeof ColumnItems>, 'columns' | 'width' | 'choice' | 'onChoose'>) {
  const { t } = useTranslation();
  return (
    <LazyMenu
      button={
        <ActionIcon size={28} aria-label={t('table.columns')} title={t('table.columns')}>
          <IconColumns3 size={16} stroke={1.6} />
        </ActionIcon>
      }
      renderMenu={(frame) => <ColumnItems {...frame} {...props} />}
    />
  );
}

function Grid<Row extends { id: number }, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { label, columns, rows, state, onChange, onOpen, totals, headOf, isFolded } = props;
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.key} column={column} state={state} onChange={onChange} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? skeleton((row) => (
              <tr key={row}>
                {columns.map(({ key }) => (
                  <td key={key}>
                    <Skeleton height={12} width="70%" />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row, index) => (
              <Fragment key={row.id}>
                <SumRow columns={columns} cells={headOf?.(row, rows[index - 1]) ?? null} />
                {!isFolded?.(row) && (
                  <tr {...openable(() => onOpen(row))}>
                    {columns.map(({ key, align, text, wide, bare, render }) => (
                      <td key={key} data-align={align} data-text={text} data-wide={wide} data-bare={bare}>
                        {render(row)}
                      </td>
                    ))}
                  </tr>
                )}
              </Fragment>
            ))}
      </tbody>
      {totals && (
        <tfoot>
          <SumRow columns={columns} cells={totals} />
        </tfoot>
      )}
    </table>
  );
}

/** The row of totals. */
function SumRow({
  columns,
  cells,
}: {
  columns: readonly Pick<Column<unknown>, 'key' | 'align'>[];
  cells: Cells | null;
}) {
  if (cells === null) return null;
  return (
    <tr className={classes.sum}>
      {columns.map(({ key, align }) => (
        <td key={key} data-align={align}>
          {cells[key]}
        </td>
      ))}
    </tr>
  );
}

interface HeadProps<Row, Sort extends string> {
  column: Column<Row, Sort>;
  state: TableState<Sort>;
  onChange: (change: Partial<TableState<Sort>>) => void;
}

function Head<Row, Sort extends string>({ column, state, onChange }: HeadProps<Row, Sort>) {
  const { sort } = column;
  if (sort === undefined) {
    return (
      <th scope="col" data-align={column.align} data-bare={column.bare}>
        {column.bare ? <HiddenText>{column.label}</HiddenText> : <span>{column.label}</span>}
      </th>
    );
  }
  const active = state.sort === sort;
  const Arrow = active && state.direction === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      data-align={column.align}
      aria-sort={active ? (state.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className={classes.sort} onClick={() => onChange(sortBy(state, sort, column.first))}>
        {column.label}
        <Arrow size={14} aria-hidden data-active={active || undefined} />
      </button>
    </th>
  );
}

function Cards<Row extends { id: number }, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { label, columns, rows, onOpen, totals, headOf, isFolded } = props;
  const [first, ...rest] = columns;
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows === undefined
        ? skeleton((row) => (
            <li key={row} className={classes.card}>
              <Skeleton height={12} width="40%" mb={8} />
              <Skeleton height={12} width="80%" />
            </li>
          ))
        : rows.map((row, index) => (
            <Fragment key={row.id}>
              <SumCard columns={columns} cells={headOf?.(row, rows[index - 1]) ?? null} />
              {!isFolded?.(row) && (
                <li className={classes.card} {...openable(() => onOpen(row))}>
                  <div className={classes.lead}>{first?.render(row)}</div>
                  <dl>
                    {rest.map(({ key, label: name, text, render }) => (
                      <div key={key} data-text={text}>
                        <dt>{name}</dt>
                        <dd>{render(row)}</dd>
                      </div>
                    ))}
                  </dl>
                </li>
              )}
            </Fragment>
          ))}
      {totals && <SumCard columns={columns} cells={totals} />}
    </ul>
  );
}

function SumCard({
  columns,
  cells,
}: {
  columns: readonly Pick<Column<unknown>, 'key' | 'label'>[];
  cells: Cells | null;
}) {
  if (cells === null) return null;
  const [first, ...rest] = columns;
  return (
    <li className={classes.sum}>
      <div className={classes.lead}>{first && cells[first.key]}</div>
      <dl>
        {rest.map(
          ({ key, label }) =>
            cells[key] != null && (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{cells[key]}</dd>
              </div>
            ),
        )}
      </dl>
    </li>
  );
}

const skeleton = (render: (row: number) => ReactNode) => Array.from({ length: SKELETON_ROWS }, (_, row) => render(row));

/** True if the event was meant for something inside the row instead of the row. */
const inner = (target: EventTarget, row: Element) =>
  target instanceof Element && target.closest('a, button, input, [data-row]') !== row;

/** Opens a row by click and by Enter, unless the event was meant for a link or button inside it. */
function openable(open: () => void) {
  return {
    'data-row': true,
    tabIndex: 0,
    onClick(event: React.MouseEvent<HTMLElement>) {
      if (!inner(event.target, event.currentTarget) && getSelection()?.toString() === '') open();
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key === 'Enter' && event.target === event.currentTarget) open();
    },
  };
}
