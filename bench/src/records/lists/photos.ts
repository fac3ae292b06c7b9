import { galleryDays, galleryPhotos, galleryPlaces, listMedia } from '@milepost/server/store/files/gallery';
import type { Viewer } from '@milepost/server/store/files/records';
import { queriesOf, dayBefore, type ListsOf, PAGE, VIEWER } from './list.ts';

type Filter = Parameters<typeof galleryDays>[2];
type Media = Partial<Parameters<typeof listMedia>[2]>;

const FILTERS: Readonly<Record<string, Filter>> = {
  '': {},
  'of a vehicle': { vehicleId: 77 },
  'of bills': { recordKind: 'expense' },
  'of a month': { firstDay: dayBefore(60), lastDay: dayBefore(30) },
};
/** A person with a limit sees little of a large set. */
const LIMITED: Viewer = {
  ...VIEWER,
  scope: {
    ...VIEWER.scope,
    limit: { vehicleIds: [7, 77, 777], groupIds: [], singleIds: [7, 77, 777], withinGroupIds: null, common: false },
  },
};

/** The gallery, and the documents and clips of all records. */
export const photoLists: ListsOf = (db, { vehicles }) => [
  ...queriesOf<Filter>('gallery, days', (filter) => galleryDays(db, VIEWER, filter), FILTERS),
  ...queriesOf<Filter>(
    'gallery, first photos',
    (filter) => galleryPhotos(db, VIEWER, filter, { offset: 0, most: 100 }),
    FILTERS,
  ),
  ...queriesOf<{ offset: number }>('gallery', ({ offset }) => galleryPhotos(db, VIEWER, {}, { offset, most: 100 }), {
    'from the middle': { offset: Math.floor(vehicles / 2) },
    'the last': { offset: vehicles - 100 },
  }),
  ...queriesOf<Filter>('gallery, map', (filter) => galleryPlaces(db, VIEWER, filter), FILTERS),
  { name: 'gallery, days: limited to three vehicles', ask: () => galleryDays(db, LIMITED, {}) },
  { name: 'gallery, map: limited to three vehicles', ask: () => galleryPlaces(db, LIMITED, {}) },
  ...queriesOf<Media>(
    'papers and clips',
    (more) => listMedia(db, VIEWER, { ...PAGE, sort: 'at', direction: 'desc', ...more }),
    {
      '': {},
      'by name': { sort: 'name' },
      'by size': { sort: 'sizeBytes' },
      videos: { kind: 'video' },
      'of a vehicle': { vehicleId: 77 },
      'search of a name': { search: 'paper-110077' },
      'search of a plate': { search: 'sbc 000002' },
      'search of a frequent word': { search: 'paper' },
    },
  ),
];
