import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkBar } from '../data-table/bulk-bar.tsx';
import type { ChosenRows } from './use-chosen-rows.ts';

/** What a dialog changes: records by their id, or all of a filter. */
export interface BulkDialogProps<Filter> {
  of: { ids: number[] } | { filter: Filter };
  count: number;
  onClose: () => void;
}

interface Props<Row extends { id: number }, Filter> {
  picks: ChosenRows<Row>;
  rows: readonly Row[] | undefined;
  total: number;
  /** What the list shows, for a change of all of it. */
  filter: Filter;
  /** The dialog that changes a field; left out where the person may not. */
  Dialog: ComponentType<BulkDialogProps<Filter>> | undefined;
  /** What else can be done with them. */
  children?: ReactNode;
}

/** What can be done with the chosen rows of a list, a change of a field first. */
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
