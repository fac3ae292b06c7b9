import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import classes from './bulk-bar.module.css';

interface Props {
  /** What it offers, for screen readers. */
  label: string;
  /** Rows that are chosen. */
  count: number;
  onPage: () => void;
  /** Chooses all of the filter, on every page, and how many that is; left out where that cannot be done. */
  all?: { total: number; onAll: () => void } | undefined;
  onNone: () => void;
  /** What can be done with them. */
  children: ReactNode;
}

/** Over the end of a table of which rows are chosen. */
export function BulkBar({ label, count, onPage, onNone, all, children }: Props) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <div className={classes['bulk']} role="toolbar" aria-label={label}>
      {t('choosing.chosen', { count, number: formatNumber(count) })}
      <Button size="sm" variant="subtle" onClick={onPage}>
        {t('choosing.page')}
      </Button>
      {all && all.total > count && (
        <Button size="sm" variant="subtle" onClick={all.onAll}>
          {t('choosing.all', { number: formatNumber(all.total) })}
        </Button>
      )}
      {children}
      <CloseButton aria-label={t('choosing.none')} onClick={onNone} />
    </div>
  );
}
