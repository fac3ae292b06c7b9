import { seedFleet } from './fleet.ts';
import { seedMoney } from './money.ts';
import { seedOffice } from './office.ts';
import { seedPapers } from './papers.ts';
import { seedPhotos } from './photos.ts';
import { seedSales } from './sales.ts';
import { seedWorkshop } from './workshop.ts';
import { openWriter, type RecordCounts } from './writer.ts';

const PARTS = [seedFleet, seedMoney, seedPapers, seedWorkshop, seedOffice, seedPhotos, seedSales];

/**
 * The records of one organisation with these numbers of vehicles, drivers and expenses, and all other records of such a
 * fleet.
 */
export async function seedRecords(url: string, counts: RecordCounts): Promise<void> {
  const to = await openWriter(url);
  try {
    for (const seed of PARTS) await seed(to, counts);
    await to.finish();
  } finally {
    await to.end();
  }
}
