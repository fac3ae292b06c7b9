// This file does not import zod, because the browser uses these fields.
import type { MenuKey } from './menus.ts';
import type { OwnFieldRecord } from './own-field-kinds.ts';

interface ImportFieldSpec {
  /** A line without this field is faulty. */
  required?: true;
  /** The column contains days, which are written in several orders; a person can choose which. */
  day?: true;
  /** The column contains amounts with a point or a comma before the decimals; a person can choose which. */
  money?: true;
  /** Optional, but omitting an unreadable cell would change the meaning of the line, so the line is faulty. */
  binding?: true;
}

interface ImportKindSpec {
  /** The right to create on this menu allows the import. */
  menu: MenuKey;
  /** The path of its screen, without a leading slash: that of its list, followed by `/import`. */
  path: `${string}/import`;
  /** The key of the title of its list in the texts. */
  listTitle: string;
  /** The field by which a line finds the record that it updates. */
  key: string;
  /** The fields, if several of them identify the record. */
  foundBy?: readonly string[];
  /** The fields of a line, by name. */
  fields: Readonly<Record<string, ImportFieldSpec>>;
  /** The kind of record whose custom fields a line can also contain. */
  own?: OwnFieldRecord;
  /** The records that can be created because a line refers to them by name. */
  creates: readonly string[];
}

/**
 * Records that can be imported. A new kind is an entry here, its descriptor in `server/src/imports/kinds.ts`, and its
 * texts; it does not compile without the descriptor.
 */
export const IMPORT_KINDS = {
  vehicle: {
    menu: 'vehicles',
    path: 'vehicle-info/import',
    listTitle: 'vehicle-info.title',
    key: 'registration',
    fields: {
      registration: { required: true },
      type: {},
      make: {},
      model: {},
      chassisNumber: {},
      engineNumber: {},
      group: {},
      driver: {},
      device: {},
      year: {},
      colour: {},
      fuelKind: {},
      tankL: {},
      ratedLPer100Km: {},
      idleLPerH: {},
      loadKg: {},
      loadM3: {},
      loadCrates: {},
      homePlace: {},
      tags: {},
      ownership: {},
      owner: {},
      leaseUntil: { day: true },
      status: {},
      odometer: {},
      odometerOn: { day: true, binding: true },
      engineHours: {},
      engineHoursOn: { day: true, binding: true },
    },
    own: 'vehicle',
    creates: ['group', 'driver', 'device'],
  },
  driver: {
    menu: 'drivers',
    path: 'driver-info/import',
    listTitle: 'driver-info.title',
    key: 'name',
    fields: {
      name: { required: true },
      number: {},
      phone: {},
      email: {},
      licenceNumber: {},
      licenceExpiresOn: { day: true },
      licenceClasses: {},
      groups: {},
      hiredOn: { day: true },
      leftOn: { day: true },
      emergencyName: {},
      emergencyPhone: {},
      note: {},
    },
    own: 'driver',
    creates: [],
  },
  device: {
    menu: 'devices',
    path: 'settings/devices/import',
    listTitle: 'settings.devices.title',
    key: 'identity',
    fields: { identity: { required: true }, protocol: {}, model: {}, simNumber: {} },
    creates: [],
  },
  contact: {
    menu: 'contacts',
    path: 'apps/contacts/import',
    listTitle: 'contacts.title',
    key: 'name',
    fields: {
      name: { required: true },
      kind: {},
      phones: {},
      emails: {},
      address: {},
      place: {},
      note: {},
    },
    creates: [],
  },
  outlet: {
    menu: 'outlets',
    path: 'settings/outlets/import',
    listTitle: 'outlets.title',
    key: 'code',
    fields: {
      code: { required: true },
      name: { required: true },
      address: {},
      latitude: {},
      longitude: {},
      place: {},
      radiusM: {},
      contactName: {},
      phone: {},
      hours: {},
      serviceMin: {},
      class: {},
      visitsPerWeek: {},
      state: {},
      note: {},
      nearOthers: {},
    },
    own: 'outlet',
    creates: [],
  },
  expense: {
    menu: 'expenses',
    path: 'expenses/import',
    listTitle: 'expenses.title',
    key: 'day',
    foundBy: ['day', 'kind', 'vehicle', 'amount', 'billNumber'],
    fields: {
      day: { required: true, day: true },
      kind: { required: true },
      vehicle: {},
      driver: {},
      vendor: {},
      amount: { required: true, money: true },
      tax: { money: true },
      currency: {},
      quantity: {},
      fullTank: {},
      missedFill: {},
      odometer: {},
      billNumber: {},
      note: {},
    },
    own: 'expense',
    creates: ['vendor'],
  },
  document: {
    menu: 'media',
    path: 'media/documents/import',
    listTitle: 'documents.title',
    key: 'number',
    foundBy: ['kind', 'vehicle', 'driver', 'organisation', 'number'],
    fields: {
      kind: { required: true },
      vehicle: {},
      driver: {},
      organisation: {},
      number: {},
      issuer: {},
      issuedOn: { day: true },
      validFrom: { day: true, binding: true },
      validUntil: { day: true, binding: true },
      cost: { money: true },
      currency: {},
      note: {},
    },
    creates: [],
  },
  'service-plan': {
    menu: 'maintenance',
    path: 'vehicle-info/maintenance/plans/import',
    listTitle: 'maintenance.plan.title',
    key: 'task',
    foundBy: ['task', 'allVehicles', 'groups', 'types', 'vehicles'],
    fields: {
      task: { required: true },
      everyDistance: {},
      everyHours: {},
      everyMonths: {},
      leadDistance: {},
      leadHours: {},
      leadDays: {},
      allVehicles: {},
      groups: {},
      types: {},
      vehicles: {},
      countedFrom: { day: true },
      note: {},
    },
    creates: [],
  },
  task: {
    menu: 'tasks',
    path: 'apps/tasks/import',
    listTitle: 'tasks.title',
    key: 'title',
    foundBy: ['title', 'vehicle', 'dueOn'],
    fields: {
      title: { required: true },
      dueOn: { day: true },
      state: {},
      assignee: {},
      vehicle: {},
      note: {},
    },
    creates: [],
  },
} as const satisfies Readonly<Record<string, ImportKindSpec>>;

export type ImportKind = keyof typeof IMPORT_KINDS;

export const isImportKind = (text: string): text is ImportKind => Object.hasOwn(IMPORT_KINDS, text);

/**
 * Findings that do not make a line faulty but should be checked. `offshore`: the coordinates lie in the open sea.
 * `over-tank`: the quantity exceeds the capacity of the vehicle's tank. `cells-left-out`: unreadable cells of optional
 * columns are omitted.
 */
export const IMPORT_WARNINGS = ['offshore', 'over-tank', 'cells-left-out'] as const;
export type ImportWarning = (typeof IMPORT_WARNINGS)[number];

/** Every kind, in the order of the table. */
export const IMPORT_KIND_NAMES: readonly ImportKind[] = Object.keys(IMPORT_KINDS).filter(isImportKind);

export const importSpec = (kind: ImportKind): ImportKindSpec => IMPORT_KINDS[kind];

/** The order of year, month and day. */
export const DAY_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** Code pages that programs use for text files that are not Unicode, most common first. */
export const IMPORT_ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'windows-1257',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'iso-8859-2',
  'koi8-r',
  'ibm866',
  'macintosh',
] as const;
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number];

/** The first lines of a table, among which the headings are. */
export const MAX_TOP_LINES = 20;

/** The limits of one file: lines, columns, bytes, and characters of a cell. */
export const MAX_IMPORT_LINES = 50_000;
export const MAX_COLUMNS = 100;
/** The number of sheets of a workbook that are read. */
export const MAX_SHEETS = 5;
export const MAX_IMPORT_BYTES = 25_000_000;
export const MAX_CELL_LENGTH = 10_000;

/** The path to which a file is sent, followed by the kind. */
export const IMPORT_PATH = '/imports';
