import type { Report } from './report.ts';
import { alarmsReport } from './kinds/alarms/report.ts';
import { driverAssignmentsReport } from './kinds/driver-assignments/report.ts';
import { silentDevicesReport } from './kinds/silent-devices/report.ts';
import { stopsReport } from './kinds/stops/report.ts';
import { tripsReport } from './kinds/trips/report.ts';

/** Every report by its name, which is that of its folder and of its address. */
export const REPORTS = {
  trips: tripsReport,
  stops: stopsReport,
  alarms: alarmsReport,
  'silent-devices': silentDevicesReport,
  'driver-assignments': driverAssignmentsReport,
} as const satisfies Record<string, Report>;

export type ReportKind = keyof typeof REPORTS;

export const REPORT_KINDS = Object.keys(REPORTS).filter(isReportKind);

export function isReportKind(kind: string): kind is ReportKind {
  return Object.hasOwn(REPORTS, kind);
}
