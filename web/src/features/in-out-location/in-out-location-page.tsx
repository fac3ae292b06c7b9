import { SegmentedControl, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useToday } from '../../live/use-today.ts';
import { FencePasts } from '../../ui/fence-pasts.tsx';
import { InsideView } from './inside-view.tsx';
import { LogView } from './log-view.tsx';
import { TotalsView } from './totals-view.tsx';
import { readVisitState, TABS } from './visit-state.ts';

const VIEWS = { log: LogView, inside: InsideView, totals: TotalsView };

/** The visits of geofences: the log, the vehicles inside now, and the totals by geofence. */
export default function InOutLocationPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const today = useToday();
  const state = readVisitState(params, today);
  const View = VIEWS[state.tab];
  /** Filters stay; page and sorting belong to the previous table. */
  function show(tab: string) {
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const name of ['page', 'sort', 'direction']) next.delete(name);
      if (tab === 'log') next.delete('tab');
      else next.set('tab', tab);
      return next;
    });
  }
  const tabs = (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('in-out-location.view')}
        value={state.tab}
        onChange={show}
        data={TABS.map((tab) => ({ value: tab, label: t(`in-out-location.tabs.${tab}`) }))}
      />
      <FencePasts />
    </Stack>
  );
  return (
    <>
      <title>{`${t('in-out-location.title')} · ${t('app.name')}`}</title>
      <View state={state} tabs={tabs} />
    </>
  );
}
