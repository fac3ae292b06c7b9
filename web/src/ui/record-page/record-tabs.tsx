import { Skeleton, Tabs } from '@mantine/core';
import { type ReactElement, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import classes from './record-page.module.css';

interface Props {
  /** Where their names are, as in `driver-info.tabs`. */
  texts: string;
  /** What each shows, in order, fetched when it is opened or at once; the first where the address names none. Null: not for this role. */
  tabs: Readonly<Record<string, ReactElement | null>>;
}

/** Of the list in a tab: another tab has another list. */
const OF_A_LIST = ['page', 'sort', 'direction'];

/** The tabs of a record's page, of which the address names the open one. */
export function RecordTabs({ texts, tabs }: Props) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const shown = Object.entries(tabs).flatMap(([name, panel]) => (panel === null ? [] : [{ name, panel }]));
  const first = shown[0]?.name ?? '';
  const open = shown.find(({ name }) => name === params.get('tab'))?.name ?? first;

  function show(next: string | null) {
    setParams((current) => {
      const changed = new URLSearchParams(current);
      for (const name of [...OF_A_LIST, 'tab']) changed.delete(name);
      if (next !== null && next !== first) changed.set('tab', next);
      return changed;
    });
  }
  return (
    <Tabs value={open} onChange={show} keepMounted={false} className={classes['tabs'] ?? ''}>
      <Tabs.List>
        {shown.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {t(`${texts}.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(({ name, panel }) => (
        <Tabs.Panel key={name} value={name} className={classes['panel'] ?? ''}>
          <Suspense fallback={<Skeleton height={320} />}>{name === open && panel}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
