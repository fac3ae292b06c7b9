// This file does not import zod, because lists and forms of the browser use these kinds.

/** The state of a vehicle's service as of today: overdue, near, or far. */
export const SERVICE_STATES = ['overdue', 'soon', 'later'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** The limit of a plan that is reached first. */
export const SERVICE_LIMITS = ['distance', 'hours', 'months'] as const;
export type ServiceLimit = (typeof SERVICE_LIMITS)[number];

/** People are warned this many days before a service, unless the plan has a lead of its own. */
export const LEAD_DAYS = 14;

export const WORK_ORDER_STATES = ['open', 'inProgress', 'done', 'cancelled'] as const;
/** `done` books the cost; only reopening leaves this state. */
export type WorkOrderState = (typeof WORK_ORDER_STATES)[number];

/** The states that a person can choose. */
export const CHOSEN_STATES = ['open', 'inProgress', 'cancelled'] as const;

/** The displayed name of a work order: "WO-17". */
export const workOrderName = (number: number): string => `WO-${number}`;
