/** Why a map file cannot be used; `found` describes what it is instead, where that helps. */
export type MapFileFaultCode =
  | 'missing'
  | 'unreadable'
  | 'not-pmtiles'
  | 'old-version'
  | 'truncated'
  | 'damaged'
  | 'pictures'
  | 'other-tiles'
  | 'other-layout';

export class MapFileFault extends Error {
  readonly code: MapFileFaultCode;
  readonly found: string;

  constructor(code: MapFileFaultCode, found = '', options?: ErrorOptions) {
    super(WORDS[code](found), options);
    this.code = code;
    this.found = found;
  }
}

/** The messages in plain English, for the log and `/readyz`; the application has its own text for each fault. */
const WORDS: Record<MapFileFaultCode, (found: string) => string> = {
  missing: () => 'there is no such file',
  unreadable: (found) => `it cannot be read (${found})`,
  'not-pmtiles': () => 'it is no PMTiles file',
  'old-version': (found) => `it is of version ${found} of PMTiles; "pmtiles convert" makes it version 3`,
  truncated: (found) => `it is incomplete: ${found}; copy or download it again`,
  damaged: (found) => `it is damaged (${found}); copy or download it again`,
  pictures: (found) => `its tiles are pictures (${found}), which hold no streets and names; a vector basemap is needed`,
  'other-tiles': (found) => `its tiles are of a kind that is not understood (${found}); Mapbox vector tiles are needed`,
  'other-layout': (found) => `its layers are neither those of Protomaps nor those of OpenMapTiles (${found})`,
};
