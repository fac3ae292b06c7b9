<<<<<<< HEAD
import type { Driver } from '@milepost/contract/driver-routes';
import { Skeleton, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { CallError } from '../../api/call-error.ts';
||||||| parent of 40e86cde (Draw the pages of vehicles and drivers by one record page with tabs)
import type { Driver } from '@milepost/contract/driver-routes';
import { Skeleton, Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { CallError } from '../../api/call-error.ts';
=======
import { Suspense } from 'react';
import { useNavigate, useParams } from 'react-router';
>>>>>>> 40e86cde (Draw the pages of vehicles and drivers by one record page with tabs)
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { Assignments } from '../../ui/assignment/assignments.tsx';
import { HolderDocuments } from '../../ui/documents/holder-documents.tsx';
import { useOpenRecord } from '../../ui/form/use-open-record.ts';
<<<<<<< HEAD
import { PageNote } from '../../ui/page-note.tsx';
||||||| parent of 40e86cde (Draw the pages of vehicles and drivers by one record page with tabs)
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageNote } from '../../ui/page-note.tsx';
=======
import { lazyPart } from '../../ui/lazy-part.ts';
import { recordId } from '../../ui/record-page/record-id.ts';
import { RecordPage } from '../../ui/record-page/record-page.tsx';
import { RecordTabs } from '../../ui/record-page/record-tabs.tsx';
>>>>>>> 40e86cde (Draw the pages of vehicles and drivers by one record page with tabs)
import { DriverChanges } from './driver-changes.tsx';
import { DriverDays } from './driver-days.tsx';
import { DriverDrawer } from './driver-drawer.tsx';
import { DriverOverview } from './driver-overview.tsx';
import { DriverPageHead } from './driver-page-head.tsx';
import classes from './driver-page.module.css';
import { DriverTrips } from './driver-trips.tsx';

<<<<<<< HEAD
const TABS = ['overview', 'days', 'trips', 'assignments', 'documents', 'changes'] as const;
type Tab = (typeof TABS)[number];
||||||| parent of 40e86cde (Draw the pages of vehicles and drivers by one record page with tabs)
const DriverDrawer = lazyPart(async () => ({ default: (await import('./driver-drawer.tsx')).DriverDrawer }));

const TABS = ['overview', 'days', 'trips', 'assignments', 'documents', 'changes'] as const;
type Tab = (typeof TABS)[number];
=======
const DriverDrawer = lazyPart(async () => ({ default: (await import('./driver-drawer.tsx')).DriverDrawer }));
>>>>>>> 40e86cde (Draw the pages of vehicles and drivers by one record page with tabs)
const AGAIN_MS = 30_000;

/** One driver: who it is, what the driver drives and drove, and what was changed. */
export default function DriverPage() {
  const id = recordId(useParams()['driverId']);
  const navigate = useNavigate();
  const { opened, open, close } = useOpenRecord();
  const [trips, documents, changes] = [useMay('history', 'view'), useMay('media', 'view'), useMay('audit-log', 'view')];
  const query = useCall('get-driver-by-id', { id }, { enabled: id > 0, refetchInterval: AGAIN_MS });
  return (
<<<<<<< HEAD
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
||||||| parent of 40e86cde (Draw the pages of vehicles and drivers by one record page with tabs)
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
      <Suspense>
        <DriverDrawer
          opened={opened === id ? id : null}
          onClose={close}
          onRemoved={() => void navigate('/driver-info')}
        />
      </Suspense>
    </div>
=======
    <RecordPage id={id} query={query} texts="driver-info" list="/driver-info" nameOf={({ driver }) => driver.name}>
      {({ driver }) => (
        <>
          <DriverPageHead driver={driver} onEdit={() => open(id)} />
          <RecordTabs
            texts="driver-info.tabs"
            tabs={{
              overview: <DriverOverview driver={driver} />,
              days: <DriverDays driverId={id} />,
              trips: trips ? <DriverTrips driverId={id} /> : null,
              assignments: <Assignments of={{ driverId: id }} className={classes['list']} />,
              documents: documents ? <HolderDocuments of={{ driverId: id }} className={classes['list']} /> : null,
              changes: changes ? <DriverChanges driverId={id} /> : null,
            }}
          />
          <Suspense>
            <DriverDrawer
              opened={opened === id ? id : null}
              onClose={close}
              onRemoved={() => void navigate('/driver-info')}
            />
          </Suspense>
        </>
      )}
    </RecordPage>
>>>>>>> 40e86cde (Draw the pages of vehicles and drivers by one record page with tabs)
  );
}
