import { CALENDAR_KINDS } from '@milepost/contract/calendar-kinds';
import { RECORD_KIND_NAMES } from '@milepost/contract/record-kinds';
import { listCalendar } from '@milepost/server/store/calendar/calendar';
import { listDue } from '@milepost/server/store/due/due-list';
import { listImports, listLines } from '@milepost/server/store/imports/imports';
import { readListViews } from '@milepost/server/store/list-views/list-views';
import { listMessages } from '@milepost/server/store/messages/messages';
import { listOwnFields } from '@milepost/server/store/own-fields/own-fields';
import { searchRecords } from '@milepost/server/store/search/search-records';
import { listTasks } from '@milepost/server/store/tasks/tasks';
import { queriesOf, dayBefore, type ListsOf, type MeasuredList, PAGE, SCOPE, USER, VIEWER } from './list.ts';

type Tasks = Partial<Parameters<typeof listTasks>[2]>;
type Messages = Partial<Parameters<typeof listMessages>[2]>;
type Calendar = Partial<Parameters<typeof listCalendar>[2]>;

/** The palette's search must be faster than a list. */
const PALETTE_MS = 50;
const KINDS = new Set(RECORD_KIND_NAMES);
const MONTH_DAYS = 42;
const OWNER = { organisationId: 1, userId: USER };

/** Tasks, calendar, messages, due items, the palette, saved views and imports. */
export const officeLists: ListsOf = (db) => [
  ...queriesOf<Tasks>('tasks', (more) => listTasks(db, VIEWER, { ...PAGE, sort: 'due', ...more }), {
    '': {},
    'by title': { sort: 'title' },
    'by state': { sort: 'state' },
    'by who does it': { sort: 'assignee' },
    open: { state: 'open' },
    done: { state: 'done', sort: 'done', direction: 'desc' },
    mine: { whose: 'mine' },
    "nobody's": { whose: 'nobody' },
    'of a vehicle': { vehicleId: 77 },
    'of a record': { recordKind: 'vehicle', recordId: 77 },
    'search of a plate': { search: 'sb 000002' },
    'search of a frequent word': { search: 'call' },
    'done, search of a frequent word': { search: 'call', state: 'done' },
  }),
  ...queriesOf<Calendar>(
    'calendar',
    (more) => listCalendar(db, SCOPE, { from: dayBefore(15), days: MONTH_DAYS, kinds: CALENDAR_KINDS, ...more }),
    {
      'a month': {},
      'a month of documents': { kinds: ['document'] },
      'a week': { days: 7 },
    },
  ),
  ...queriesOf<Messages>(
    'messages',
    (more) => listMessages(db, USER, { ...PAGE, box: 'inbox', sort: 'at', direction: 'desc', ...more }),
    {
      inbox: {},
      'inbox, by subject': { sort: 'subject' },
      'inbox, unread': { unread: true },
      'inbox, page 100': { page: 100 },
      sent: { box: 'sent' },
      drafts: { box: 'drafts' },
      'inbox, search': { search: 'delivery 77' },
      'inbox, search of a word that all have': { search: 'gate' },
      'sent, search of a word that all have': { box: 'sent', search: 'gate' },
    },
  ),
  { name: 'due list', ask: () => listDue(db, SCOPE, { most: 12 }, () => true) },
  { name: 'due list: of a vehicle', ask: () => listDue(db, SCOPE, { most: 12, vehicleId: 77 }, () => true) },
  ...[
    'sbc 000002',
    'silva',
    'ana silva 4',
    'station',
    '860000000004711',
    'b-77123',
    'oil',
    'sb',
    'insurance',
    'zzyzx',
  ].map((search): MeasuredList => ({
    name: `palette: ${search}`,
    ask: () => searchRecords(db, { scope: SCOPE, userId: USER, kinds: KINDS, language: 'en' }, search),
    aimMs: PALETTE_MS,
  })),
  { name: 'saved views', ask: () => readListViews(db, OWNER, '/vehicle-info/vehicle') },
  { name: 'own fields', ask: () => listOwnFields(db, SCOPE.organisationId, 'vehicle') },
  {
    name: 'imports',
    ask: () => listImports(db, SCOPE, USER, { ...PAGE, kind: 'vehicle', sort: 'createdAt', direction: 'desc' }),
  },
  {
    name: 'imports: search',
    ask: () => listImports(db, SCOPE, USER, { ...PAGE, kind: 'vehicle', sort: 'createdAt', search: 'fleet' }),
  },
  { name: 'imports: lines', ask: () => listLines(db, 1, { ...PAGE, sort: 'line', states: [], leftOut: false }) },
  {
    name: 'imports: lines with faults',
    ask: () => listLines(db, 1, { ...PAGE, sort: 'line', states: ['fault'], leftOut: false }),
  },
];
