import type { Place } from '@milepost/contract/fence-shape-types';
import type { ImportEncoding } from '@milepost/contract/import-kinds';
import { MAX_IMPORT_FENCES } from '@milepost/contract/fence-limits';
import { MAX_BYTES, type FileKind } from './file-kinds.ts';
import { FileFault, type FoundFence, type Sizes } from './found-fence.ts';
import { joinHalvesByName } from './join-halves.ts';
import { type DetectedEncoding, readText } from './read-text.ts';
import { type Order, orderOf } from './swapped.ts';

/** Detects the format of a text by its beginning, or by the file name if that is inconclusive. */
export function kindOf(name: string, text: string): FileKind {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start === '') throw new FileFault('empty');
  if (start.startsWith('PK')) throw new FileFault('zipped');
  if (start.slice(0, 4000).includes('\0')) throw new FileFault('binary');
  if (start.startsWith('{') || start.startsWith('[')) return 'geojson';
  if (start.startsWith('<')) return 'kml';
  if (/\.(csv|txt|tsv)$/i.test(name)) return 'csv';
  throw new FileFault('unknown');
}

/** The person's decisions where the file is ambiguous. */
interface Overrides {
  encoding?: ImportEncoding | undefined;
  swapped?: boolean | undefined;
  /** The coordinates of vehicles: geofences far from all of them get a warning. */
  fleet?: readonly Place[];
}

export interface ReadFile {
  found: FoundFence[];
  /** Only for a file that is not Unicode. */
  lettering: DetectedEncoding | null;
  order: Order;
}

/** The geofences of a file, each with its error if any. @throws FileFault if the whole file is unreadable */
export async function readFences(
  file: File,
  sizes: Sizes,
  { encoding, swapped, fleet = [] }: Overrides = {},
): Promise<ReadFile> {
  if (file.size > MAX_BYTES) throw new FileFault('too-large');
  const { text, lettering } = readText(new Uint8Array(await file.arrayBuffer()), encoding);
  const kind = kindOf(file.name, text);
  const found = joinHalvesByName(await read(kind, text, sizes));
  if (found.length === 0) throw new FileFault('nothing');
  if (found.length > MAX_IMPORT_FENCES) throw new FileFault('too-many');
  const other = joinHalvesByName(await read(kind, text, { ...sizes, swapped: true }));
  const order: Order = swapped === undefined ? orderOf(found, other, fleet) : { swapped, unsure: null };
  return { found: order.swapped ? other : found, lettering, order };
}

async function read(kind: FileKind, text: string, sizes: Sizes): Promise<FoundFence[]> {
  switch (kind) {
    case 'geojson':
      return (await import('./read-geojson.ts')).readGeoJson(text, sizes);
    case 'kml':
      return (await import('./read-kml.ts')).readKml(text, sizes);
    case 'csv':
      return (await import('./read-csv.ts')).readCsvFences(text, sizes);
  }
}
