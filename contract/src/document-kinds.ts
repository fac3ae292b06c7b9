// This file does not import zod, because the browser draws forms and lists from these kinds.

export const DOCUMENT_HOLDERS = ['vehicle', 'driver', 'organisation'] as const;
export type DocumentHolder = (typeof DOCUMENT_HOLDERS)[number];

/** The kinds of documents for each kind of holder. */
export const DOCUMENT_KINDS = {
  registration: ['vehicle'],
  insurance: ['vehicle', 'organisation'],
  fitness: ['vehicle'],
  pollution: ['vehicle'],
  roadTax: ['vehicle'],
  permit: ['vehicle', 'organisation'],
  licence: ['driver'],
  badge: ['driver'],
  other: DOCUMENT_HOLDERS,
} as const satisfies Readonly<Record<string, readonly DocumentHolder[]>>;

export type DocumentKind = keyof typeof DOCUMENT_KINDS;

export const isDocumentKind = (text: string): text is DocumentKind => Object.hasOwn(DOCUMENT_KINDS, text);

export const DOCUMENT_KIND_NAMES: readonly DocumentKind[] = Object.keys(DOCUMENT_KINDS).filter(isDocumentKind);

export const canHold = (kind: DocumentKind, holder: DocumentHolder): boolean =>
  DOCUMENT_KINDS[kind].some((one) => one === holder);

/** People are reminded this many days before a document expires; 0 is its last day. */
export const REMINDER_DAYS = [60, 30, 15, 7, 1, 0] as const;

/** A document that expires within this many days is due. */
export const DUE_DAYS = 30;

export const DOCUMENT_STATES = ['expired', 'due', 'valid', 'renewed'] as const;
/** As of today in the organisation's time zone; `renewed`: another document follows it. */
export type DocumentState = (typeof DOCUMENT_STATES)[number];
