// Without zod: the browser offers them as choices.

/** The records that can have fields of the organisation's own. */
export const OWN_FIELD_RECORDS = ['vehicle', 'driver', 'expense', 'outlet'] as const;
export type OwnFieldRecord = (typeof OWN_FIELD_RECORDS)[number];

export const OWN_FIELD_TYPES = ['text', 'number', 'date', 'choice', 'yes-no'] as const;
export type OwnFieldType = (typeof OWN_FIELD_TYPES)[number];

/** Of one kind of record. */
export const MOST_OWN_FIELDS = 30;
