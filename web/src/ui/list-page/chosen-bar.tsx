import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkBar } from '../data-table/bulk-bar.tsx';
import type { ChosenRows } from './use-chosen-rows.ts';

/** The subject of a change: records by their id, or all of a filter. */
export interface BulkDialogProps<Filter> {
  of: { ids: number[] } | { filter: Filter };
  count: number;
  onClose: () => void;
}

interface Props<Row extends { id: number }, Filter> {
  picks: ChosenRows<Row>;
  rows: readonly Row[] | undefined;
  total: number;
  /** The filter of the list, for a change of all its rows. */
  filter: Filter;
  /** The dialog that changes a field; omitted if the person may not. */
  Dialog: ComponentType<BulkDialogProps<Filter>> | undefined;
  /** Further actions for the chosen rows. */
  children?: ReactNode;
}

/** The actions for the chosen rows of a list, first of all changing a field. */
export function ChosenBar<Row extends { id: number }, Filter>(props: Props<Row, Filter>) {
  const { picks, rows = [], total, filter, Dialog, children } = props;
  const { t } = useTranslation();
  const [changing, setChanging] = useState(false);
  const count = picks.all ? total : picks.chosen.size;
  return (
    <>
      <BulkBar
        label={t('choosing.do')}
        count={count}
        all={Dialog && { total, onAll: picks.chooseAll }}
        onPage={() => picks.add(rows)}
        onNone={picks.clear}
      >
        {Dialog && (
          <Button leftSection={<IconEdit size={16} aria-hidden />} onClick={() => setChanging(true)}>
            {t('choosing.change')}
          </Button>
        )}
        {children}
      </BulkBar>
      {Dialog && changing && (
        <Suspense>
          <Dialog
            of={picks.all ? { filter } : { ids: [...picks.chosen.keys()] }}
            count={count}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </>
  );
}
