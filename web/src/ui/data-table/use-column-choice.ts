import { useLocalStorage } from '@mantine/hooks';
import type { Column } from './column.ts';
import { choiceKey, type ColumnChoice } from './shown-columns.ts';
import { localStore } from '../../api/local-store.ts';

/** Which columns a person decided to see or not, kept in the browser; the same for all who ask on the page. */
export const useColumnChoice = (columns: readonly Pick<Column<unknown>, 'key' | 'bare' | 'from'>[]) =>
  useLocalStorage<ColumnChoice>({
    key: localStore.keyOf(choiceKey(columns)),
    defaultValue: {},
    getInitialValueInEffect: false,
  });
