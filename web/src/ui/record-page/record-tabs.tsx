import { Skeleton, Tabs } from '@mantine/core';
import { type ReactElement, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { fittingTabs } from './fitting-tabs.ts';
import { MoreTabs } from './more-tabs.tsx';
import classes from './record-page.module.css';

interface Props {
  /** The prefix of their names, such as `driver-info.tabs`. */
  texts: string;
  /**
   * The content of each tab, in order, loaded when it is opened or immediately; the first is the default. Null if the
   * role may not see it.
   */
  tabs: Readonly<Record<string, ReactElement | null>>;
}

/** The parameters of a tab's list: another tab has another list. */
const OF_A_LIST = ['page', 'sort', 'direction'];
/** The width of the button with the tabs that do not fit, which has the name of the open one among them. */
const MORE_PX = 140;

/** The tabs of a record's page; the address contains the open one. Those that do not fit in the row are in a menu. */
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
            // A tab that does not fit stays for measuring, but is invisible and not focusable.
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

/** The number of tabs that fit in the row, measured at each rendering and when the row is resized. */
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
