// Without zod: lists and forms of the browser take the kinds from here.

/** Of a service of a vehicle, seen from today: its day is over, near, or far. */
export const SERVICE_STATES = ['overdue', 'soon', 'later'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** Which limit of a plan comes first. */
export const SERVICE_LIMITS = ['distance', 'hours', 'months'] as const;
export type ServiceLimit = (typeof SERVICE_LIMITS)[number];

/** People are warned so many days before a service, where the plan says nothing else. */
export const LEAD_DAYS = 14;

export const WORK_ORDER_STATES = ['open', 'inProgress', 'done', 'cancelled'] as const;
/** `done` books what it cost, and is left by reopening it alone. */
export type WorkOrderState = (typeof WORK_ORDER_STATES)[number];

/** The states that a person chooses. */
export const CHOSEN_STATES = ['open', 'inProgress', 'cancelled'] as const;

/** How a work order is called everywhere: "WO-17". */
export const workOrderName = (number: number): string => `WO-${number}`;
