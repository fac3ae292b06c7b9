/** The roles of a process, as ROLES names them. */
export const ROLES = ['gateway', 'ingest', 'web', 'jobs'] as const;
export type Role = (typeof ROLES)[number];
