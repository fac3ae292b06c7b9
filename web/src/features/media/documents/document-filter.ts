import {
  DOCUMENT_STATES,
  type DocumentKind,
  type DocumentState,
  isDocumentKind,
} from '@milepost/contract/document-kinds';

export interface DocumentFilter {
  kind: DocumentKind | undefined;
  state: DocumentState | undefined;
  vehicleId: number | undefined;
  driverId: number | undefined;
}

const idOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** Reads the filter of the address; invalid values are ignored. */
export function readFilter(params: URLSearchParams): DocumentFilter {
  const kind = params.get('kind') ?? '';
  return {
    kind: isDocumentKind(kind) ? kind : undefined,
    state: DOCUMENT_STATES.find((state) => state === params.get('state')),
    vehicleId: idOf(params.get('vehicle')),
    driverId: idOf(params.get('driver')),
  };
}

/** The document that a new one renews. */
export const readRenews = (params: URLSearchParams): number | undefined => idOf(params.get('renews'));
