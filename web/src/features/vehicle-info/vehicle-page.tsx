import { Skeleton, Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { CallError } from '../../api/call-error.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { useToday } from '../../live/use-today.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { HolderDocuments } from '../../ui/documents/holder-documents.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageNote } from '../../ui/page-note.tsx';
import { SAME_PAGE } from '../../ui/same-page.ts';
import { DayWhyDrawer } from './day-why.tsx';
import { VehiclePageHead } from './vehicle-page-head.tsx';
import { VehiclePageOverview } from './vehicle-page-overview.tsx';
import { readPageState, type Tab, TABS } from './vehicle-page-state.ts';
import { AlarmsTab, DriversTab, StopsTab, TowsTab, TripsTab, VisitsTab } from './vehicle-page-tabs.tsx';
import classes from './vehicle-page.module.css';

const VehiclePhotos = lazyPart(async () => ({ default: (await import('./vehicle-photos.tsx')).VehiclePhotos }));
const AGAIN_MS = 30_000;
const LISTS = {
  trips: TripsTab,
  stops: StopsTab,
  tows: TowsTab,
  visits: VisitsTab,
  alarms: AlarmsTab,
  documents: ({ id }: { id: number }) => <HolderDocuments of={{ vehicleId: id }} className={classes['list']} />,
  drivers: DriversTab,
};

/** One vehicle: what it does now, and what it did, with why its figures are what they are. */
export default function VehiclePage() {
  const { t } = useTranslation();
  const { vehicleId = '' } = useParams();
  const id = /^[1-9]\d{0,8}$/.test(vehicleId) ? Number(vehicleId) : 0;
  const [params, setParams] = useSearchParams();
  const today = useToday();
  const state = readPageState(params, today);
  const [history, visits, alarms, documents] = [
    useMay('history', 'view'),
    useMay('in-out-location', 'view'),
    useMay('alarms', 'view'),
    useMay('media', 'view'),
  ];
  const drivers = useMay('drivers', 'view');
  const allowed: Record<Tab, boolean> = {
    overview: true,
    trips: history,
    stops: history,
    tows: history,
    visits,
    alarms,
    documents,
    drivers,
    photos: true,
  };
  const tabs = TABS.filter((tab) => allowed[tab]);
  const tab = tabs.includes(state.tab) ? state.tab : 'overview';
  const query = useCall('get-vehicle-overview', { vehicleId: id }, { enabled: id > 0, refetchInterval: AGAIN_MS });
  const { data, error } = query;

  function show(next: string | null) {
    setParams((current) => {
      const changed = new URLSearchParams(current);
      for (const name of ['page', 'sort', 'direction']) changed.delete(name);
      if (next === null || next === 'overview') changed.delete('tab');
      else changed.set('tab', next);
      return changed;
    });
  }
  const closeWhy = () =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      changed.delete('why');
      return changed;
    }, SAME_PAGE);
  if (id === 0 || (error instanceof CallError && error.status === 404)) {
    return (
      <PageNote
        title={t('vehicle-page.not-found.title')}
        text={t('vehicle-page.not-found.text')}
        back={{ path: '/vehicle-info', label: t('vehicle-page.not-found.back') }}
      />
    );
  }
  if (error && !data) {
    return (
      <div className={classes['page']}>
        <ErrorNote error={error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  if (!data) {
    return (
      <div className={classes['page']} aria-busy>
        <Skeleton height={40} />
        <Skeleton height={320} />
      </div>
    );
  }
  const List = tab === 'overview' || tab === 'photos' ? null : LISTS[tab];
  return (
    <div className={classes['page']}>
      <title>{`${data.vehicle.registration} · ${t('app.name')}`}</title>
      <VehiclePageHead vehicle={data.vehicle} wheel={data.wheel} />
      <DayWhyDrawer vehicleId={id} day={history ? state.why : null} onClose={closeWhy} />
      <Tabs value={tab} onChange={show} keepMounted={false} className={classes['tabs'] ?? ''}>
        <Tabs.List>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`vehicle-page.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name} className={classes['panel'] ?? ''}>
            {name === 'overview' ? (
              <VehiclePageOverview overview={data} />
            ) : name === 'photos' ? (
              <Suspense fallback={<Skeleton height={320} />}>
                <VehiclePhotos id={id} registration={data.vehicle.registration} />
              </Suspense>
            ) : (
              List && <List key={tab} id={id} days={state} />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}
