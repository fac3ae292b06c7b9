import type { Driver } from '@milepost/contract/driver-routes';
import { Skeleton, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { CallError } from '../../api/call-error.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { Assignments } from '../../ui/assignment/assignments.tsx';
import { HolderDocuments } from '../../ui/documents/holder-documents.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { useOpenRecord } from '../../ui/form/use-open-record.ts';
import { PageNote } from '../../ui/page-note.tsx';
import { DriverChanges } from './driver-changes.tsx';
import { DriverDays } from './driver-days.tsx';
import { DriverDrawer } from './driver-drawer.tsx';
import { DriverOverview } from './driver-overview.tsx';
import { DriverPageHead } from './driver-page-head.tsx';
import classes from './driver-page.module.css';
import { DriverTrips } from './driver-trips.tsx';

const TABS = ['overview', 'days', 'trips', 'assignments', 'documents', 'changes'] as const;
type Tab = (typeof TABS)[number];
const AGAIN_MS = 30_000;

/** One driver: who it is, what the driver drives and drove, and what was changed. */
export default function DriverPage() {
  const { t } = useTranslation();
  const { driverId = '' } = useParams();
  const id = /^[1-9]\d{0,8}$/.test(driverId) ? Number(driverId) : 0;
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const { opened, open, close } = useOpenRecord();
  const allowed: Record<Tab, boolean> = {
    overview: true,
    days: true,
    trips: useMay('history', 'view'),
    assignments: true,
    documents: useMay('media', 'view'),
    changes: useMay('audit-log', 'view'),
  };
  const tabs = TABS.filter((tab) => allowed[tab]);
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'overview';
  const query = useCall('get-driver-by-id', { id }, { enabled: id > 0, refetchInterval: AGAIN_MS });
  const { data, error } = query;

  function show(next: string | null) {
    setParams(next === null || next === 'overview' ? {} : { tab: next });
  }
  if (id === 0 || (error instanceof CallError && error.status === 404)) {
    return (
      <PageNote
        title={t('driver-info.not-found.title')}
        text={t('driver-info.not-found.text')}
        back={{ path: '/driver-info', label: t('driver-info.not-found.back') }}
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
  const { driver } = data;
  return (
    <div className={classes['page']}>
      <title>{`${driver.name} · ${t('app.name')}`}</title>
      <DriverPageHead driver={driver} onEdit={() => open(id)} />
      <Tabs value={tab} onChange={show} keepMounted={false} className={classes['tabs'] ?? ''}>
        <Tabs.List>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`driver-info.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name} className={classes['panel'] ?? ''}>
            <Content tab={name} driver={driver} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <DriverDrawer
        opened={opened === id ? id : null}
        onClose={close}
        onRemoved={() => void navigate('/driver-info')}
      />
    </div>
  );
}

function Content({ tab, driver }: { tab: Tab; driver: Driver }) {
  const { id } = driver;
  switch (tab) {
    case 'overview':
      return <DriverOverview driver={driver} />;
    case 'days':
      return <DriverDays driverId={id} />;
    case 'trips':
      return <DriverTrips driverId={id} />;
    case 'assignments':
      return <Assignments of={{ driverId: id }} className={classes['list']} />;
    case 'documents':
      return <HolderDocuments of={{ driverId: id }} className={classes['list']} />;
    case 'changes':
      return <DriverChanges driverId={id} />;
  }
}
