import type { TripRow } from '@milepost/contract/timeline-operations';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Drawer } from '../../ui/dialog/drawer.tsx';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { useServerNow } from '../../live/use-live.ts';
import { formatDayAndClock } from '../../text/format.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { rangeOf } from '../../ui/date-range/days-of.ts';
import { factPath } from '../../ui/history-path.ts';
import { TripWhy } from './trip-why.tsx';
import { tripExport } from './trip-export.ts';
import { LIST_DEFAULTS, VehiclePageList } from './vehicle-page-list.tsx';
import { alarmColumns, stopColumns, towColumns, tripColumns, visitColumns } from './vehicle-page-lists.tsx';
import type { VehiclePageState } from './vehicle-page-state.ts';

interface Props {
  id: number;
  days: VehiclePageState;
}

const OPTIONS = { placeholderData: keepPreviousData };
const MINUTE_MS = 60_000;

/** The input of the calls: this vehicle, these days, this page. */
function useInput({ id, days }: Props) {
  const { page, pageSize } = useTableState(LIST_DEFAULTS).state;
  return { vehicleId: id, ...rangeOf(days), page, pageSize };
}

export function TripsTab(props: Props) {
  const { t } = useTranslation();
  const now = useServerNow(MINUTE_MS);
  const [shown, setShown] = useState<TripRow | null>(null);
  const [opened, setOpened] = useState(false);
  const input = { ...useInput(props), sort: 'start', direction: 'desc' } as const;
  const query = useCall('get-trip-list', input, OPTIONS);
  return (
    <>
      <VehiclePageList
        label={t('vehicle-page.tabs.trips')}
        columns={tripColumns(t)}
        query={query}
        days={props.days}
        file={{
          name: 'trips',
          columns: tripExport(t),
          fetchPage: (page, pageSize) => call('get-trip-list', { ...input, page, pageSize }),
        }}
        onOpen={(trip) => {
          setShown(trip);
          setOpened(true);
        }}
      />
      <Drawer
        loses={false}
        opened={opened}
        onClose={() => setOpened(false)}
        position="right"
        size={480}
        title={shown ? t('vehicle-page.trip-of', { time: formatDayAndClock(shown.start) }) : ' '}
        closeButtonProps={{ 'aria-label': t('form.close') }}
        styles={{ title: { fontWeight: 650, fontSize: 17 } }}
      >
        {shown && (
          <>
            <TripWhy trip={shown} />
            <Button component={Link} to={factPath(shown, now)} leftSection={<IconPlayerPlay size={16} aria-hidden />}>
              {t('vehicle-page.history')}
            </Button>
          </>
        )}
      </Drawer>
    </>
  );
}

export function StopsTab(props: Props) {
  const { t } = useTranslation();
  const open = useOpen();
  const query = useCall('get-stop-list', useInput(props), OPTIONS);
  const label = t('vehicle-page.tabs.stops');
  return <VehiclePageList label={label} columns={stopColumns(t)} query={query} days={props.days} onOpen={open} />;
}

/** Movements with the engine off, which are not trips. */
export function TowsTab(props: Props) {
  const { t } = useTranslation();
  const open = useOpen();
  const query = useCall('get-tow-list', useInput(props), OPTIONS);
  return (
    <VehiclePageList
      label={t('vehicle-page.tabs.tows')}
      columns={towColumns(t)}
      query={query}
      days={props.days}
      onOpen={open}
    />
  );
}

export function VisitsTab(props: Props) {
  const { t } = useTranslation();
  const open = useOpen();
  const query = useCall('get-visit-list', { ...useInput(props), sort: 'start', direction: 'desc' }, OPTIONS);
  const label = t('vehicle-page.tabs.visits');
  return <VehiclePageList label={label} columns={visitColumns(t)} query={query} days={props.days} onOpen={open} />;
}

export function AlarmsTab(props: Props) {
  const { t } = useTranslation();
  const open = useOpen();
  const query = useCall('get-vehicle-alarms', useInput(props), OPTIONS);
  return (
    <VehiclePageList
      label={t('vehicle-page.tabs.alarms')}
      columns={alarmColumns(t)}
      query={query}
      days={props.days}
      onOpen={({ vehicleId, start, clearedAt }) => open({ vehicleId, start, end: clearedAt ?? start })}
    />
  );
}

/** Returns a function that opens the history at a fact. */
function useOpen() {
  const navigate = useNavigate();
  const now = useServerNow(MINUTE_MS);
  return (fact: Parameters<typeof factPath>[0]) => void navigate(factPath(fact, now));
}
