/** The tables of rows, by the kind of their packed days, with the column of their time. */
export const ROW_TABLE = {
  positions: { table: 'positions', time: 'fix_time' },
  statusReports: { table: 'status_reports', time: 'reported_at' },
} as const;
