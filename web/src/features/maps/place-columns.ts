import type { PlaceOfInterest } from '@milepost/contract/place-operations';

/** The columns of the file of places, for export and import. */
export const PLACE_COLUMNS = [
  { label: 'name', value: ({ name }: PlaceOfInterest) => name },
  { label: 'lat', value: ({ lat }: PlaceOfInterest) => lat },
  { label: 'lon', value: ({ lon }: PlaceOfInterest) => lon },
  { label: 'category', value: ({ category }: PlaceOfInterest) => category },
  { label: 'colour', value: ({ colour }: PlaceOfInterest) => colour },
  { label: 'note', value: ({ note }: PlaceOfInterest) => note },
];
