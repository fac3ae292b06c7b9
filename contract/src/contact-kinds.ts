// This file does not import zod, because lists and forms of the browser use these kinds.

/** The role of a contact for the fleet. */
export const CONTACT_KINDS = ['vendor', 'customer', 'workshop', 'emergency'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];
