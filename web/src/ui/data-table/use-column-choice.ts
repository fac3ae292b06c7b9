import { useLocalStorage } from '@mantine/hooks';
import type { Column } from './column.ts';
import { choiceKey, type ColumnChoice } from './shown-columns.ts';
import { localStore } from '../../api/local-store.ts';

/** A person's choices of columns, stored in the browser; shared by all tables with the same columns. */
export const useColumnChoice = (columns: readonly Pick<Column<unknown>, 'key' | 'bare' | 'from'>[]) =>
  useLocalStorage<ColumnChoice>({
    key: localStore.keyOf(choiceKey(columns)),
    defaultValue: {},
    getInitialValueInEffect: false,
  });
