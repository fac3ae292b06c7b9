// This file does not import zod, because the browser offers its values as choices.

/** The records that can have custom fields. */
export const OWN_FIELD_RECORDS = ['vehicle', 'driver', 'expense', 'outlet'] as const;
export type OwnFieldRecord = (typeof OWN_FIELD_RECORDS)[number];

export const OWN_FIELD_TYPES = ['text', 'number', 'date', 'choice', 'yes-no'] as const;
export type OwnFieldType = (typeof OWN_FIELD_TYPES)[number];

/** The custom fields of one kind of record. */
export const MAX_OWN_FIELDS = 30;
