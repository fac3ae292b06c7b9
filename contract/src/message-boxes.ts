// This file does not import zod, because the browser shows its values as tabs.

/** The boxes of a person's messages. */
export const MESSAGE_BOXES = ['inbox', 'sent', 'drafts'] as const;
export type MessageBox = (typeof MESSAGE_BOXES)[number];

/** The most people, roles and groups that can be recipients of one message. */
export const MAX_RECIPIENTS = 50;
export const MAX_RECIPIENT_ROLES = 20;
export const MAX_RECIPIENT_GROUPS = 20;
/** The most drivers without an account that can be recipients of one message. */
export const MAX_RECIPIENT_DRIVERS = 100;
