// Without zod: the browser shows them as tabs.

/** Where a person's messages lie. */
export const MESSAGE_BOXES = ['inbox', 'sent', 'drafts'] as const;
export type MessageBox = (typeof MESSAGE_BOXES)[number];

/** People, roles and groups that one message names. */
export const MOST_RECIPIENTS = 50;
export const MOST_RECIPIENT_ROLES = 20;
export const MOST_RECIPIENT_GROUPS = 20;
/** Drivers without an account that one message may name. */
export const MOST_RECIPIENT_DRIVERS = 100;
