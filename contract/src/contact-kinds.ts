// Without zod: lists and forms of the browser take the kinds from here.

/** What somebody is to the fleet. */
export const CONTACT_KINDS = ['vendor', 'customer', 'workshop', 'emergency'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];
