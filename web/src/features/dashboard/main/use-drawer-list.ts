import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { TableState } from '../../../ui/data-table/table-state.ts';

/** The state of a list of vehicles beside the dashboard, which is not in the address; a row opens its vehicle. */
export function useDrawerList<Sort extends string>(sort: Sort, direction: TableState<Sort>['direction']) {
  const navigate = useNavigate();
  const [state, setState] = useState<TableState<Sort>>({ search: '', sort, direction, page: 1, pageSize: 50 });
  return {
    state,
    onChange: (change: Partial<TableState<Sort>>) =>
      setState((current) => ({ ...current, ...change, page: change.page ?? 1 })),
    onOpen: ({ id }: { id: number }) => void navigate(`/vehicle-info/${id}`),
  };
}

/** The last value that was not null: a drawer keeps its content during the closing animation. */
export function useLastValue<Value>(value: Value | null, first: Value): Value {
  const [last, setLast] = useState(first);
  if (value === null || value === last) return last;
  setLast(value);
  return value;
}
