import { ActionIcon, Group, useDirection } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CellEditor, type LeaveDirection } from './cell-editor.tsx';
import type { EditableColumn, EditableRow } from './editable-column.ts';
import type { CellValue, Edit } from './edit-history.ts';
import classes from './editable-table.module.css';
import { type Cell, moveCell, nextCell } from './grid-move.ts';
import { useEditable } from './use-editable.ts';
import { Tooltip } from '../tooltip/tooltip.tsx';

interface Props {
  /** The content of the table, for screen readers. */
  label: string;
  columns: readonly EditableColumn[];
  rows: readonly EditableRow[];
  /** Called with the rows after an edit, and the edit itself to save it. */
  onChange: (rows: readonly EditableRow[], edit: Edit) => void;
  /** True if cells cannot be changed. */
  readOnly?: boolean;
}

/**
 * A table with editable cells. Arrows move; Enter, F2, a letter or a double click edit; Enter commits and moves down,
 * Tab commits and moves on, Escape restores the cell; Delete empties it; Ctrl-Z and Ctrl-Y undo and redo.
 */
export function EditableTable({ label, columns, rows, onChange, readOnly = false }: Props) {
  const { t } = useTranslation();
  const { dir } = useDirection();
  const { edit, undo, redo, canUndo, canRedo } = useEditable(rows, onChange);
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<{ initial: string } | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const size = { rows: rows.length, columns: columns.length };

  function go(to: Cell) {
    setActive(to);
    setEditing(null);
    // Sets the focus after the field is removed, because the removal would take the focus away.
    requestAnimationFrame(() => body.current?.rows[to.row]?.cells[to.column]?.focus());
  }

  function begin(cell: Cell, initial?: string) {
    const column = columns[cell.column];
    const value = rows[cell.row]?.cells[column?.key ?? ''] ?? null;
    if (readOnly || !column || column.readOnly) return;
    setActive(cell);
    setEditing({ initial: column.kind === 'select' ? String(value ?? '') : (initial ?? String(value ?? '')) });
  }

  function put(cell: Cell, value: CellValue) {
    const row = rows[cell.row];
    const column = columns[cell.column];
    if (row && column) edit({ rowId: row.id, column: column.key, before: row.cells[column.key] ?? null, after: value });
  }

  function commit(cell: Cell, value: CellValue, leave: LeaveDirection) {
    put(cell, value);
    const down = { row: Math.min(size.rows - 1, cell.row + 1), column: cell.column };
    if (leave === 'stay') setEditing(null);
    else go(leave === 'down' ? down : (nextCell(cell, size, leave === 'back') ?? cell));
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
    const { key, shiftKey } = event;
    const command = event.ctrlKey || event.metaKey;
    const to = moveCell(active, { key, ctrlKey: command }, { ...size, rtl: dir === 'rtl' });
    const column = columns[active.column];
    const editable = !readOnly && column !== undefined && !column.readOnly;
    if (to) go(to);
    else if (command && key.toLowerCase() === 'z') (shiftKey ? redo : undo)();
    else if (command && key.toLowerCase() === 'y') redo();
    else if (!command && (key === 'Enter' || key === 'F2')) begin(active);
    else if ((key === 'Delete' || key === 'Backspace') && editable && !column.required) put(active, null);
    else if (!command && !event.altKey && key.length === 1 && key !== ' ') begin(active, key);
    else return;
    event.preventDefault();
  }

  return (
    <div className={classes['frame']}>
      {!readOnly && (
        <Group gap={4} className={classes['tools']}>
          <Tool label={t('editable-table.undo')} icon={IconArrowBackUp} enabled={canUndo} onClick={undo} />
          <Tool label={t('editable-table.redo')} icon={IconArrowForwardUp} enabled={canRedo} onClick={redo} />
          <span className={classes['hint']}>{t('editable-table.hint')}</span>
        </Group>
      )}
      <div className={classes['scroll']}>
        <table role="grid" aria-label={label} aria-readonly={readOnly} className={classes['table']}>
          <thead>
            <tr>
              {columns.map(({ key, label: head, kind }) => (
                <th key={key} scope="col" data-kind={kind}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={onKeyDown}>
            {rows.map((row, rowIndex) => (
              <tr key={row.id}>
                {columns.map((column, columnIndex) => {
                  const here = { row: rowIndex, column: columnIndex };
                  const isActive = active.row === rowIndex && active.column === columnIndex;
                  return (
                    <td
                      key={column.key}
                      role="gridcell"
                      tabIndex={isActive ? 0 : -1}
                      data-kind={column.kind}
                      aria-readonly={readOnly || column.readOnly || undefined}
                      onFocus={() => setActive(here)}
                      onDoubleClick={() => begin(here)}
                    >
                      {isActive && editing ? (
                        <CellEditor
                          column={column}
                          row={row}
                          initial={editing.initial}
                          onCommit={(value, leave) => commit(here, value, leave)}
                          onCancel={() => go(here)}
                        />
                      ) : (
                        (row.cells[column.key] ?? '')
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface ToolProps {
  label: string;
  icon: typeof IconArrowBackUp;
  enabled: boolean;
  onClick: () => void;
}

function Tool({ label, icon: Icon, enabled, onClick }: ToolProps) {
  return (
    <Tooltip text={label}>
      <ActionIcon size={28} aria-label={label} disabled={!enabled} onClick={onClick}>
        <Icon size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
