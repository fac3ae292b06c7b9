// This file does not import zod, because the browser offers its values.

export const SCHEDULE_EVERY = ['day', 'week', 'month', 'days'] as const;
export type ScheduleEvery = (typeof SCHEDULE_EVERY)[number];

/** `waiting` and `running` are in progress; `empty` had no rows and was set to be skipped then. */
export const RUN_STATES = ['waiting', 'running', 'sent', 'empty', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Whether mails can reach a person. */
export const MAIL_STATES = ['yes', 'no-address', 'not-wanted'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The recipients of a schedule: people with an account, external addresses, and webhooks. */
export const MAX_SCHEDULE_PEOPLE = 50;
export const MAX_ADDRESSES = 20;
export const MAX_SCHEDULE_WEBHOOKS = 5;
