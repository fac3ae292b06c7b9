import type { Language } from '@milepost/contract/languages';
import type { Report } from './report.ts';
import { alarmsReport } from './kinds/alarms/report.ts';
import { chronologyReport } from './kinds/chronology/report.ts';
import { dayByDayReport } from './kinds/day-by-day/report.ts';
import { driverAssignmentsReport } from './kinds/driver-assignments/report.ts';
import { silentDevicesReport } from './kinds/silent-devices/report.ts';
import { engineHoursReport } from './kinds/engine-hours/report.ts';
import { geofenceTotalsReport } from './kinds/geofence-totals/report.ts';
import { insideGeofencesReport } from './kinds/inside-geofences/report.ts';
import { faultyDevicesReport } from './kinds/faulty-devices/report.ts';
import { fenceToFenceReport } from './kinds/fence-to-fence/report.ts';
import { geofenceVisitsReport } from './kinds/geofence-visits/report.ts';
import { idlingReport } from './kinds/idling/report.ts';
import { monthMatrixReport } from './kinds/month-matrix/report.ts';
import { overspeedReport } from './kinds/overspeed/report.ts';
import { stopsReport } from './kinds/stops/report.ts';
import { sensorExcursionsReport } from './kinds/sensor-excursions/report.ts';
import { sensorStatesReport } from './kinds/sensor-states/report.ts';
import { sensorTripsReport } from './kinds/sensor-trips/report.ts';
import { sensorValuesReport } from './kinds/sensor-values/report.ts';
import { switchesReport } from './kinds/switches/report.ts';
import { travelSummaryReport } from './kinds/travel-summary/report.ts';
import { tripsReport } from './kinds/trips/report.ts';
import { vehicleInstallationReport } from './kinds/vehicle-installation/report.ts';
import { driverScoreReport } from './kinds/driver-score/report.ts';
import { expensesReport } from './kinds/expenses/report.ts';
import { documentsDueReport } from './kinds/documents-due/report.ts';
import { maintenanceDoneReport } from './kinds/maintenance-done/report.ts';
import { maintenanceDueReport } from './kinds/maintenance-due/report.ts';
import { fuelFillsReport } from './kinds/fuel-fills/report.ts';
import { fuelByDayReport } from './kinds/fuel-by-day/report.ts';
import { fuelByTripReport } from './kinds/fuel-by-trip/report.ts';
import { fuelChangesReport } from './kinds/fuel-changes/report.ts';
import { fuelDropsReport } from './kinds/fuel-drops/report.ts';
import { plannedRoutesReport } from './kinds/planned-routes/report.ts';
import { punctualityReport } from './kinds/punctuality/report.ts';
import { outletCoverageReport } from './kinds/outlet-coverage/report.ts';
import { outletVisitsReport } from './kinds/outlet-visits/report.ts';
import { driverRunsReport } from './kinds/driver-runs/report.ts';
import { returnsReport } from './kinds/returns/report.ts';
import { signInsReport } from './kinds/sign-ins/report.ts';
import { auditReport } from './kinds/audit/report.ts';

/** Every report by its name, which is also its folder and its URL. */
export const REPORTS = {
  'travel-summary': travelSummaryReport,
  'day-by-day': dayByDayReport,
  'month-matrix': monthMatrixReport,
  trips: tripsReport,
  stops: stopsReport,
  chronology: chronologyReport,
  idling: idlingReport,
  'engine-hours': engineHoursReport,
  'geofence-visits': geofenceVisitsReport,
  'geofence-totals': geofenceTotalsReport,
  'inside-geofences': insideGeofencesReport,
  'fence-to-fence': fenceToFenceReport,
  overspeed: overspeedReport,
  switches: switchesReport,
  'sensor-values': sensorValuesReport,
  'sensor-trips': sensorTripsReport,
  'sensor-excursions': sensorExcursionsReport,
  'sensor-states': sensorStatesReport,
  'vehicle-installation': vehicleInstallationReport,
  alarms: alarmsReport,
  'silent-devices': silentDevicesReport,
  'faulty-devices': faultyDevicesReport,
  'driver-assignments': driverAssignmentsReport,
  expenses: expensesReport,
  'documents-due': documentsDueReport,
  'maintenance-done': maintenanceDoneReport,
  'maintenance-due': maintenanceDueReport,
  'fuel-fills': fuelFillsReport,
  'fuel-by-day': fuelByDayReport,
  'fuel-by-trip': fuelByTripReport,
  'fuel-drops': fuelDropsReport,
  'fuel-changes': fuelChangesReport,
  'driver-score': driverScoreReport,
  'planned-routes': plannedRoutesReport,
  punctuality: punctualityReport,
  'outlet-coverage': outletCoverageReport,
  'outlet-visits': outletVisitsReport,
  'driver-runs': driverRunsReport,
  returns: returnsReport,
  'sign-ins': signInsReport,
  audit: auditReport,
} as const satisfies Record<string, Report>;

export type ReportKind = keyof typeof REPORTS;

export const REPORT_KINDS = Object.keys(REPORTS).filter(isReportKind);

export function isReportKind(kind: string): kind is ReportKind {
  return Object.hasOwn(REPORTS, kind);
}

/** The name of a report in a language; for a report that no longer exists, the given key. */
export const reportName = (kind: string, language: Language): string =>
  isReportKind(kind) ? REPORTS[kind].texts[language].name : kind;
