import { type Archive, openArchive } from './archive.ts';
import { layoutOf, type MapLayout } from './layout.ts';

/** A map file that can be drawn and read. */
export interface StreetMap {
  archive: Archive;
  layout: MapLayout;
}

/** @throws MapFileFault */
export async function openStreetMap(path: string): Promise<StreetMap> {
  const archive = await openArchive(path);
  try {
    return { archive, layout: layoutOf(archive.metadata) };
  } catch (error) {
    await archive.close();
    throw error;
  }
}
