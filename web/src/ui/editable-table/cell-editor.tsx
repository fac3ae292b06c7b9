import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readInput } from './cell-input.ts';
import type { EditableColumn, EditableRow } from './editable-column.ts';
import type { CellValue } from './edit-history.ts';
import classes from './editable-table.module.css';

/** The cell to move to after the edit. */
export type LeaveDirection = 'down' | 'next' | 'back' | 'stay';

interface Props {
  column: EditableColumn;
  row: EditableRow;
  /** The initial text of the field: the cell's value, or the letter that started the edit. */
  initial: string;
  onCommit: (value: CellValue, leave: LeaveDirection) => void;
  onCancel: () => void;
}

/** The input field inside a cell. A rejected value stays in the field, with the reason below it. */
export function CellEditor({ column, row, initial, onCommit, onCancel }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(initial);
  const [fault, setFault] = useState<string | null>(null);
  const faultId = useId();
  // A removed field also loses the focus, which must not count as leaving twice.
  const left = useRef(false);

  function commit(leave: LeaveDirection) {
    const read = readInput(typed, column);
    if ('fault' in read) {
      setFault(t(`editable-table.${read.fault}`, { min: column.min, max: column.max, length: column.maxLength }));
      return;
    }
    const refused = column.check?.(read.value, row) ?? null;
    if (refused !== null) {
      setFault(refused);
      return;
    }
    left.current = true;
    onCommit(read.value, leave);
  }

  function onKeyDown(event: KeyboardEvent) {
    // The table's own keys are disabled while a cell is being edited.
    event.stopPropagation();
    if (event.key === 'Escape') {
      left.current = true;
      onCancel();
    } else if (event.key === 'Enter') commit('down');
    else if (event.key === 'Tab') commit(event.shiftKey ? 'back' : 'next');
    else return;
    event.preventDefault();
  }

  const shared = {
    className: classes['field'],
    'aria-label': column.label,
    'aria-invalid': fault !== null,
    'aria-describedby': fault === null ? undefined : faultId,
    value: typed,
    autoFocus: true,
    onKeyDown,
    // Leaving by the pointer stores a valid value; an invalid one is dropped, and the cell stays unchanged.
    onBlur: () => {
      if (left.current) return;
      const read = readInput(typed, column);
      const valid = 'value' in read && (column.check?.(read.value, row) ?? null) === null;
      if (valid) onCommit(read.value, 'stay');
      else onCancel();
    },
  };
  return (
    <>
      {column.kind === 'select' ? (
        <select {...shared} onChange={(event) => setTyped(event.currentTarget.value)}>
          {!column.required && <option value="" />}
          {column.options?.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          inputMode={column.kind === 'number' ? 'decimal' : 'text'}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFault(null);
          }}
        />
      )}
      {fault !== null && (
        <span id={faultId} role="alert" className={classes['fault']}>
          {fault}
        </span>
      )}
    </>
  );
}
