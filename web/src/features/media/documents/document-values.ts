import { canHold, DOCUMENT_HOLDERS, type DocumentHolder, type DocumentKind } from '@milepost/contract/document-kinds';
import type { FleetDocument } from '@milepost/contract/document-operations';
import { addDays } from '../../../text/local-day.ts';

export interface DocumentValues extends Record<string, unknown> {
  kind: DocumentKind;
  holder: DocumentHolder;
  vehicleId: number | null;
  driverId: number | null;
  organisationId: number | null;
  number: string;
  issuer: string;
  issuedOn: string | null;
  validFrom: string | null;
  validUntil: string | null;
  cost: number | null;
  note: string;
  /** Only for a new document: its scan. */
  fileIds: number[];
}

const DAY_MS = 86_400_000;

export const holdersOf = (kind: DocumentKind): DocumentHolder[] =>
  DOCUMENT_HOLDERS.filter((holder) => canHold(kind, holder));

export const valuesOf = (document: FleetDocument): DocumentValues => ({
  kind: document.kind,
  holder: document.holder,
  vehicleId: document.vehicleId,
  driverId: document.driverId,
  organisationId: document.organisationId,
  number: document.number ?? '',
  issuer: document.issuer ?? '',
  issuedOn: document.issuedOn,
  validFrom: document.validFrom,
  validUntil: document.validUntil,
  cost: document.cost,
  note: document.note ?? '',
  fileIds: [],
});

export const newValues = (of: { vehicleId?: number | undefined; driverId?: number | undefined }): DocumentValues => ({
  kind: of.driverId === undefined ? 'insurance' : 'licence',
  holder: of.driverId === undefined ? 'vehicle' : 'driver',
  vehicleId: of.vehicleId ?? null,
  driverId: of.driverId ?? null,
  organisationId: null,
  number: '',
  issuer: '',
  issuedOn: null,
  validFrom: null,
  validUntil: null,
  cost: null,
  note: '',
  fileIds: [],
});

/**
 * The initial values of a renewal: from the day after, for the same duration as the previous one, or a year if that is
 * unknown.
 */
export function renewalOf(document: FleetDocument): DocumentValues {
  const { validFrom, validUntil } = document;
  const values = { ...valuesOf(document), number: '', issuedOn: null, note: '' };
  if (validUntil === null) return { ...values, validFrom: null };
  const begin = addDays(validUntil, 1);
  if (validFrom === null) return { ...values, validFrom: begin, validUntil: sameDayIn(begin, 1) };
  // Whole years stay whole, whatever February is between them.
  for (let years = 1; years <= 20; years += 1) {
    if (sameDayIn(validFrom, years) === validUntil)
      return { ...values, validFrom: begin, validUntil: sameDayIn(begin, years) };
  }
  const days = Math.round((Date.parse(validUntil) - Date.parse(validFrom)) / DAY_MS);
  return { ...values, validFrom: begin, validUntil: addDays(begin, days) };
}

/** The last day of a period of this many years that begins on a day. */
function sameDayIn(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return addDays(date.toISOString().slice(0, 10), -1);
}
