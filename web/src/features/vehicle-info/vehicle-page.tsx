import { Suspense, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ChangedOnly, useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { useToday } from '../../live/use-today.ts';
import { useOpenRecord } from '../../ui/form/use-open-record.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { recordId } from '../../ui/record-page/record-id.ts';
import { RecordPage } from '../../ui/record-page/record-page.tsx';
import { RecordTabs } from '../../ui/record-page/record-tabs.tsx';
import { SAME_PAGE } from '../../ui/same-page.ts';
import { VehiclePageHead } from './vehicle-page-head.tsx';
import { VehiclePageOverview } from './vehicle-page-overview.tsx';
import { readPageState } from './vehicle-page-state.ts';
import classes from './vehicle-page.module.css';

const VehiclePhotos = lazyPart(async () => ({ default: (await import('./vehicle-photos.tsx')).VehiclePhotos }));
const VehicleCommands = lazyPart(async () => ({ default: (await import('./vehicle-commands.tsx')).VehicleCommands }));
const VehicleChanges = lazyPart(async () => ({ default: (await import('./vehicle-changes.tsx')).VehicleChanges }));
const VehicleExpenses = lazyPart(async () => ({ default: (await import('./vehicle-expenses.tsx')).VehicleExpenses }));
// Lazy-loaded together with the form and its validation schemas.
const VehicleDrawer = lazyPart(async () => ({ default: (await import('./vehicle-drawer.tsx')).VehicleDrawer }));
const VehicleMaintenance = lazyPart(async () => ({
  default: (await import('./vehicle-maintenance.tsx')).VehicleMaintenance,
}));
const VehicleSensors = lazyPart(async () => ({
  default: (await import('./sensors/vehicle-sensors.tsx')).VehicleSensors,
}));
const Installations = lazyPart(async () => ({
  default: (await import('../../ui/installation/installations.tsx')).Installations,
}));
const Assignments = lazyPart(async () => ({
  default: (await import('../../ui/assignment/assignments.tsx')).Assignments,
}));
const HolderDocuments = lazyPart(async () => ({
  default: (await import('../../ui/documents/holder-documents.tsx')).HolderDocuments,
}));
const DayWhyDrawer = lazyPart(async () => ({ default: (await import('./day-why.tsx')).DayWhyDrawer }));
const loadTabs = () => import('./vehicle-page-tabs.tsx');
const TripsTab = lazyPart(async () => ({ default: (await loadTabs()).TripsTab }));
const StopsTab = lazyPart(async () => ({ default: (await loadTabs()).StopsTab }));
const TowsTab = lazyPart(async () => ({ default: (await loadTabs()).TowsTab }));
const VisitsTab = lazyPart(async () => ({ default: (await loadTabs()).VisitsTab }));
const AlarmsTab = lazyPart(async () => ({ default: (await loadTabs()).AlarmsTab }));
const REFETCH_MS = 30_000;
/**
 * The tabs with records that can be added late for a vehicle that moved to another organisation: bills and documents
 * from before.
 */
const LATE = ['expenses', 'media'] as const;

/** One vehicle: its current state, its past, and the explanation of its figures. */
export default function VehiclePage() {
  const id = recordId(useParams()['vehicleId']);
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { opened, open, close } = useOpenRecord();
  const edited = opened === id ? id : null;
  const [drawer, setDrawer] = useState(edited !== null);
  if (edited !== null && !drawer) setDrawer(true);
  const state = readPageState(params, useToday());
  const [why, setWhy] = useState(state.why !== null);
  if (state.why !== null && !why) setWhy(true);
  const [history, visits, alarms, documents, drivers] = [
    useMay('history', 'view'),
    useMay('in-out-location', 'view'),
    useMay('alarms', 'view'),
    useMay('media', 'view'),
    useMay('drivers', 'view'),
  ];
  const expenses = useMay('expenses', 'view');
  const maintenance = useMay('maintenance', 'view');
  const mayCommand = useMay('commands', 'view');
  const mayStop = useMay('engine-stop', 'view');
  const changes = useMay('audit-log', 'view');
  const query = useCall('get-vehicle-overview', { vehicleId: id }, { enabled: id > 0, refetchInterval: REFETCH_MS });
  const closeWhy = () =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      changed.delete('why');
      return changed;
    }, SAME_PAGE);
  const of = { vehicleId: id };
  const list = { id, days: state };
  return (
    <RecordPage
      id={id}
      query={query}
      texts="vehicle-page"
      list="/vehicle-info"
      nameOf={({ vehicle }) => vehicle.registration}
    >
      {(overview) => (
        <>
          <VehiclePageHead
            vehicle={overview.vehicle}
            wheel={overview.wheel}
            engineStop={overview.engineStop}
            onEdit={() => open(id)}
          />
          {why && (
            <Suspense>
              <DayWhyDrawer vehicleId={id} day={history ? state.why : null} onClose={closeWhy} />
            </Suspense>
          )}
          <ChangedOnly value={overview.vehicle.moved === null ? null : LATE}>
            <RecordTabs
              texts="vehicle-page.tabs"
              tabs={{
                overview: <VehiclePageOverview overview={overview} />,
                trips: history ? <TripsTab {...list} /> : null,
                stops: history ? <StopsTab {...list} /> : null,
                tows: history ? <TowsTab {...list} /> : null,
                visits: visits ? <VisitsTab {...list} /> : null,
                alarms: alarms ? <AlarmsTab {...list} /> : null,
                sensors: <VehicleSensors id={id} />,
                documents: documents ? <HolderDocuments of={of} className={classes['list']} /> : null,
                maintenance: maintenance ? <VehicleMaintenance id={id} /> : null,
                expenses: expenses ? <VehicleExpenses id={id} /> : null,
                drivers: drivers ? <Assignments of={of} className={classes['list']} /> : null,
                commands:
                  mayCommand || mayStop ? (
                    <VehicleCommands id={id} registration={overview.vehicle.registration} />
                  ) : null,
                installations: <Installations vehicleId={id} className={classes['list']} />,
                photos: <VehiclePhotos id={id} registration={overview.vehicle.registration} />,
                changes: changes ? <VehicleChanges id={id} /> : null,
              }}
            />
          </ChangedOnly>
          {drawer && (
            <Suspense>
              <VehicleDrawer opened={edited} onClose={close} onRemoved={() => void navigate('/vehicle-info')} />
            </Suspense>
          )}
        </>
      )}
    </RecordPage>
  );
}
