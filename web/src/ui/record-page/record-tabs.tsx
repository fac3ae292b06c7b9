import { Skeleton, Tabs } from '@mantine/core';
import { type ReactElement, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { fittingTabs } from './fitting-tabs.ts';
import { MoreTabs } from './more-tabs.tsx';
import classes from './record-page.module.css';

interface Props {
  /** Where their names are, as in `driver-info.tabs`. */
  texts: string;
  /** What each shows, in order, fetched when it is opened or at once; the first where the address names none. Null: not for this role. */
  tabs: Readonly<Record<string, ReactElement | null>>;
}

/** Of the list in a tab: another tab has another list. */
const OF_A_LIST = ['page', 'sort', 'direction'];
/** For the button with the tabs that do not fit, which bears the name of the open one among them. */
const MORE_PX = 140;

/** The tabs of a record's page, of which the address names the open one. Those that do not fit in the row are in a menu. */
export function RecordTabs({ texts, tabs }: Props) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const shown = Object.entries(tabs).flatMap(([name, panel]) => (panel === null ? [] : [{ name, panel }]));
  const first = shown[0]?.name ?? '';
  const open = shown.find(({ name }) => name === params.get('tab'))?.name ?? first;
  const { row, fit } = useFitting();
  const beyond = shown.slice(fit);

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
      <div ref={row} className={classes['row']}>
        <Tabs.List>
          {shown.map(({ name }, index) => (
            // One that does not fit stays to be measured, and is neither seen nor reached.
            <Tabs.Tab key={name} value={name} disabled={index >= fit} data-beyond={index >= fit || undefined}>
              {t(`${texts}.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {beyond.length > 0 && (
          <MoreTabs
            tabs={beyond.map(({ name }) => ({ name, label: t(`${texts}.${name}`) }))}
            open={open}
            onOpen={show}
          />
        )}
      </div>
      {shown.map(({ name, panel }) => (
        <Tabs.Panel key={name} value={name} className={classes['panel'] ?? ''}>
          <Suspense fallback={<Skeleton height={320} />}>{name === open && panel}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** How many tabs fit in the row, measured with each drawing and when the row gets another width. */
function useFitting() {
  const row = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState(Infinity);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const measure = () => {
      const tabs = [...element.querySelectorAll<HTMLElement>('[role="tab"]')];
      const widths = tabs.map(({ offsetWidth }) => offsetWidth);
      setFit(fittingTabs(widths, element.clientWidth, MORE_PX));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return { row, fit };
}
