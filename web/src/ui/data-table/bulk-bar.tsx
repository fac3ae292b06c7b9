import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import classes from './bulk-bar.module.css';

interface Props {
  /** The description of the actions, for screen readers. */
  label: string;
  /** The number of chosen rows. */
  count: number;
  onPage: () => void;
  /** Chooses all rows of the filter, on every page, and their number; omitted if that is not possible. */
  all?: { total: number; onAll: () => void } | undefined;
  onNone: () => void;
  /** The actions for the chosen rows. */
  children: ReactNode;
}

/** A bar over the end of a table with chosen rows. */
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
