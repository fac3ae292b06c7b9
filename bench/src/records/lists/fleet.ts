import { listAssignments } from '@milepost/server/store/drivers/assignments';
import { listDriverChoices, listDrivers } from '@milepost/server/store/drivers/drivers';
import { listInstallationLog } from '@milepost/server/store/fleet/installation-log';
import { listTags, listVehicleIds, listVehicles } from '@milepost/server/store/fleet/vehicles';
import { queriesOf, type ListsOf, PAGE, SCOPE } from './list.ts';

type Vehicles = Partial<Parameters<typeof listVehicles>[2]>;
type Drivers = Partial<Parameters<typeof listDrivers>[2]>;
type Assignments = Partial<Parameters<typeof listAssignments>[2]>;
type Installations = Partial<Parameters<typeof listInstallationLog>[2]>;

/** Vehicles, drivers, assignments and installations. */
export const fleetLists: ListsOf = (db) => [
  ...queriesOf<Vehicles>('vehicles', (more) => listVehicles(db, SCOPE, { ...PAGE, sort: 'registration', ...more }), {
    '': {},
    'last first': { direction: 'desc' },
    'by type': { sort: 'type' },
    'by status': { sort: 'status' },
    'by year': { sort: 'year' },
    'by group': { sort: 'groupName' },
    'by driver': { sort: 'driverName' },
    'by last report': { sort: 'lastHeardAt', direction: 'desc' },
    'page 200': { page: 200 },
    'of a group': { groupId: 7 },
    'in the workshop': { status: 'workshop' },
    'of a tag': { tag: 'night' },
    'own field': { own: { id: 2, value: 'North' } },
    'own field, rare': { own: { id: 1, value: 'CC-77' } },
    'search of a plate': { search: 'sbc 000002' },
    'search of a device': { search: '860000000004711' },
    'search of a driver': { search: 'ana silva 4' },
    'search of a depot': { search: 'depot 77' },
    'search of a frequent word': { search: 'renault' },
    'search of two letters': { search: 'sb' },
    'search of nothing': { search: 'zzyzx' },
    'search, by last report': { search: 'renault', sort: 'lastHeardAt' },
  }),
  {
    name: 'vehicles: all of a filter, to change them',
    ask: () => listVehicleIds(db, SCOPE, { search: 'renault', status: 'workshop' }),
  },
  { name: 'vehicles: tags', ask: () => listTags(db, SCOPE) },
  ...queriesOf<Drivers>('drivers', (more) => listDrivers(db, SCOPE, { ...PAGE, sort: 'name', state: 'all', ...more }), {
    '': {},
    'by number': { sort: 'number' },
    'by licence': { sort: 'licenceExpiresOn' },
    'by day of hire': { sort: 'hiredOn', direction: 'desc' },
    present: { state: 'present' },
    'who left': { state: 'left' },
    'of a group': { groupId: 7 },
    'licence runs out': { licence: 'soon' },
    'licence ran out': { licence: 'expired' },
    'no licence': { licence: 'missing' },
    'present, licence runs out': { state: 'present', licence: 'soon' },
    'own field': { own: { id: 4, value: 'North' } },
    'search of a number': { search: 'D-4711' },
    'search of a frequent word': { search: 'silva' },
    'search of two letters': { search: 'an' },
  }),
  { name: 'drivers: choice', ask: () => listDriverChoices(db, SCOPE, { search: 'silva' }) },
  ...queriesOf<Assignments>(
    'assignments',
    (more) => listAssignments(db, SCOPE, { ...PAGE, sort: 'from', direction: 'desc', ...more }),
    {
      '': {},
      'by driver': { sort: 'driver' },
      'by vehicle': { sort: 'registration' },
      'search of a driver': { search: 'ana silva' },
    },
  ),
  ...queriesOf<Installations>(
    'installations',
    (more) => listInstallationLog(db, SCOPE, { ...PAGE, sort: 'from', direction: 'desc', ...more }),
    {
      '': {},
      'by device': { sort: 'identity' },
      'by vehicle': { sort: 'registration' },
      'search of a fitter': { search: 'fitter 17' },
    },
  ),
];
