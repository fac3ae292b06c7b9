import { listDocuments } from '@milepost/server/store/documents/documents';
import { listHolders } from '@milepost/server/store/documents/document-holders';
import { listChecklists } from '@milepost/server/store/inspections/checklists';
import { listInspections } from '@milepost/server/store/inspections/inspections';
import { listServiceDues } from '@milepost/server/store/maintenance/dues';
import { listPlans } from '@milepost/server/store/maintenance/plans';
import { listServiceRecords } from '@milepost/server/store/maintenance/records';
import { listWorkOrders } from '@milepost/server/store/work-orders/work-orders';
import { queriesOf, type ListsOf, PAGE, SCOPE } from './list.ts';

type Documents = Partial<Parameters<typeof listDocuments>[2]>;
type Dues = Partial<Parameters<typeof listServiceDues>[2]>;
type Plans = Partial<Parameters<typeof listPlans>[2]>;
type Records = Partial<Parameters<typeof listServiceRecords>[2]>;
type Orders = Partial<Parameters<typeof listWorkOrders>[2]>;
type Inspections = Partial<Parameters<typeof listInspections>[2]>;

/** The documents of vehicles and drivers, and the work at vehicles. */
export const workshopLists: ListsOf = (db) => [
  ...queriesOf<Documents>('documents', (more) => listDocuments(db, SCOPE, { ...PAGE, sort: 'validUntil', ...more }), {
    '': {},
    'last first': { direction: 'desc' },
    'by kind': { sort: 'kind' },
    'by holder': { sort: 'holder' },
    'by number': { sort: 'number' },
    'by issuer': { sort: 'issuer' },
    'by cost': { sort: 'cost' },
    'page 200': { page: 200 },
    'of a kind': { kind: 'insurance' },
    'of vehicles': { holder: 'vehicle' },
    'of drivers': { holder: 'driver' },
    'of drivers, by holder': { holder: 'driver', sort: 'holder' },
    'run out': { state: 'expired' },
    due: { state: 'due' },
    valid: { state: 'valid' },
    renewed: { state: 'renewed' },
    'of a vehicle': { vehicleId: 77 },
    'search of a plate': { search: 'sbc 000002' },
    'search of a number': { search: 'p-77123' },
    'search of a frequent word': { search: 'insurance' },
    'search of a word that all have': { search: 'document' },
    'search of a word that all have, by holder': { search: 'document', sort: 'holder' },
  }),
  { name: 'documents: choice of a vehicle', ask: () => listHolders(db, SCOPE, 'vehicle', 'sbc') },
  { name: 'documents: choice of a driver', ask: () => listHolders(db, SCOPE, 'driver', 'silva') },
  ...queriesOf<Dues>('maintenance board', (more) => listServiceDues(db, SCOPE, { ...PAGE, sort: 'dueOn', ...more }), {
    '': {},
    'last first': { direction: 'desc' },
    'by vehicle': { sort: 'registration' },
    'by task': { sort: 'task' },
    overdue: { state: 'overdue' },
    soon: { state: 'soon' },
    later: { state: 'later' },
    'of a plan': { planId: 7 },
    'of a vehicle': { vehicleId: 77 },
    'search of a plate': { search: 'sbc 000002' },
    'search of a frequent word': { search: 'oil' },
    'search, by vehicle': { search: 'oil', sort: 'registration' },
  }),
  ...queriesOf<Plans>('service plans', (more) => listPlans(db, SCOPE, { ...PAGE, sort: 'task', ...more }), {
    '': {},
    'by how many are overdue': { sort: 'overdue', direction: 'desc' },
    search: { search: 'oil' },
  }),
  ...queriesOf<Records>(
    'services done',
    (more) => listServiceRecords(db, SCOPE, { ...PAGE, sort: 'day', direction: 'desc', ...more }),
    {
      '': {},
      'of a vehicle': { vehicleId: 77 },
      'of a plan': { planId: 7 },
      'search of a plate': { search: 'sbc 000002' },
      'search of a frequent word': { search: 'oil' },
    },
  ),
  ...queriesOf<Orders>(
    'work orders',
    (more) => listWorkOrders(db, SCOPE, { ...PAGE, sort: 'number', direction: 'desc', ...more }),
    {
      '': {},
      'by title': { sort: 'title' },
      'by state': { sort: 'state' },
      'by cost': { sort: 'cost' },
      'by out of service': { sort: 'outFrom' },
      open: { state: 'open' },
      done: { state: 'done' },
      'of a vehicle': { vehicleId: 77 },
      'search of a plate': { search: 'sbc 000002' },
      'search of a number': { search: 'wo-77123' },
      'search of a frequent word': { search: 'oil' },
      'search of a word that all have': { search: 'look' },
    },
  ),
  { name: 'checklists', ask: () => listChecklists(db, SCOPE, { ...PAGE, sort: 'name' }) },
  ...queriesOf<Inspections>(
    'inspections',
    (more) => listInspections(db, SCOPE, { ...PAGE, sort: 'at', direction: 'desc', ...more }),
    {
      '': {},
      'by defects': { sort: 'defects' },
      'of a severity': { severity: 'major' },
      'of a vehicle': { vehicleId: 77 },
      'search of a plate': { search: 'sbc 000002' },
      'search of a defect': { search: 'lights' },
      'search of a word that all have': { search: 'checklist' },
    },
  ),
];
