import type { Handlers, OpenHandlers } from '../handler.ts';
import { historyHandlers } from './history.ts';
import { telemetryHandlers } from './telemetry.ts';
import { timelineHandlers } from './timeline.ts';
import { contactHandlers } from './contacts.ts';
import { invoiceHandlers } from './invoices.ts';
import { subscriptionHandlers } from './subscriptions.ts';
import { budgetHandlers } from './budgets.ts';
import { calendarHandlers } from './calendar.ts';
import { driverMessageHandlers, openDriverMessageHandlers } from './driver-messages.ts';
import { messageHandlers } from './messages.ts';
import { myDayHandlers } from './my-day.ts';
import { taskHandlers } from './tasks.ts';
import { expenseHandlers } from './expenses.ts';
import { inspectionHandlers } from './inspections.ts';
import { workOrderHandlers } from './work-orders.ts';
import { maintenanceHandlers } from './maintenance.ts';
import { documentHandlers } from './documents.ts';
import { fileHandlers } from './files.ts';
import { fenceHandlers } from './fences.ts';
import { visitHandlers } from './visits.ts';
import { alarmHandlers } from './alarms.ts';
import { alarmRuleHandlers } from './alarm-rules.ts';
import { webhookHandlers } from './webhooks.ts';
import { dashboardHandlers } from './dashboard.ts';
import { placeHandlers } from './places.ts';
import { pushHandlers } from './push.ts';
import { openRunLinkHandlers, runLinkHandlers } from './run-links.ts';
import { openShareHandlers, shareHandlers } from './shares.ts';
import { administrationHandlers, logHandlers } from './administration.ts';
import { connectHandlers } from './connect.ts';
import { assignmentHandlers } from './assignments.ts';
import { commandHandlers } from './commands.ts';
import { commandTemplateHandlers } from './command-templates.ts';
import { deviceHandlers } from './devices.ts';
import { driverHandlers } from './drivers.ts';
import { importHandlers } from './imports.ts';
import { installationHandlers } from './installations.ts';
import { moveHandlers } from './moves.ts';
import { gatewayGuardHandlers } from './gateway-guard.ts';
import { jsonProfileHandlers } from './json-profiles.ts';
import { layoutProfileHandlers } from './layout-profiles.ts';
import { engineHandlers, vehicleHandlers, meterHandlers, peopleHandlers } from './vehicles.ts';
import { listViewHandlers } from './list-views.ts';
import { bulkHandlers } from './bulk.ts';
import { officeBulkHandlers } from './office-bulk.ts';
import { territoryHandlers, outletHandlers } from './outlets.ts';
import { routeOrderHandlers, routeHandlers } from './routes.ts';
import { spreadHandlers } from './spread.ts';
import { runDayHandlers } from './run-days.ts';
import { ownFieldHandlers } from './own-fields.ts';
import { sensorHandlers } from './sensors.ts';
import { sensorProfileHandlers } from './sensor-profiles.ts';
import { liveMapHandlers, liveHandlers } from './live-map.ts';
import { menuHandlers } from './menu.ts';
import { openPasswordHandlers, passwordHandlers } from './password.ts';
import {
  organisationSettingsHandlers,
  legalHoldHandlers,
  logoHandlers,
  retentionHandlers,
} from './organisation-settings.ts';
import { privateTimeHandlers } from './private-time.ts';
import { profileHandlers } from './profile.ts';
import { downloadHandlers } from './downloads.ts';
import { reportScheduleHandlers } from './report-schedules.ts';
import { savedReportHandlers } from './saved-reports.ts';
import { reportHandlers } from './reports.ts';
import { roleHandlers } from './roles.ts';
import { searchHandlers } from './search.ts';
import { serverHandlers } from './server.ts';
import { openSessionHandlers, sessionHandlers } from './session.ts';
import { setupHandlers } from './setup.ts';
import { twoFactorHandlers } from './two-factor.ts';
import { userHandlers } from './users.ts';

/** Handlers of the operations that need no sign-in. */
export const OPEN_HANDLERS: OpenHandlers = {
  ...openSessionHandlers,
  ...openPasswordHandlers,
  ...openShareHandlers,
  ...openRunLinkHandlers,
  ...openDriverMessageHandlers,
};

/** Handlers of all other operations; a missing one does not compile. */
export const HANDLERS: Handlers = {
  ...sessionHandlers,
  ...menuHandlers,
  ...setupHandlers,
  ...vehicleHandlers,
  ...peopleHandlers,
  ...driverHandlers,
  ...assignmentHandlers,
  ...deviceHandlers,
  ...commandHandlers,
  ...commandTemplateHandlers,
  ...installationHandlers,
  ...moveHandlers,
  ...importHandlers,
  ...engineHandlers,
  ...meterHandlers,
  ...sensorHandlers,
  ...sensorProfileHandlers,
  ...ownFieldHandlers,
  ...bulkHandlers,
  ...officeBulkHandlers,
  ...listViewHandlers,
  ...connectHandlers,
  ...gatewayGuardHandlers,
  ...jsonProfileHandlers,
  ...layoutProfileHandlers,
  ...liveMapHandlers,
  ...profileHandlers,
  ...passwordHandlers,
  ...twoFactorHandlers,
  ...userHandlers,
  ...roleHandlers,
  ...administrationHandlers,
  ...organisationSettingsHandlers,
  ...retentionHandlers,
  ...legalHoldHandlers,
  ...privateTimeHandlers,
  ...liveHandlers,
  ...serverHandlers,
  ...logHandlers,
  ...historyHandlers,
  ...telemetryHandlers,
  ...timelineHandlers,
  ...fenceHandlers,
  ...visitHandlers,
  ...alarmHandlers,
  ...alarmRuleHandlers,
  ...webhookHandlers,
  ...pushHandlers,
  ...dashboardHandlers,
  ...placeHandlers,
  ...searchHandlers,
  ...shareHandlers,
  ...contactHandlers,
  ...outletHandlers,
  ...routeOrderHandlers,
  ...spreadHandlers,
  ...routeHandlers,
  ...runDayHandlers,
  ...runLinkHandlers,
  ...territoryHandlers,
  ...maintenanceHandlers,
  ...workOrderHandlers,
  ...inspectionHandlers,
  ...documentHandlers,
  ...expenseHandlers,
  ...subscriptionHandlers,
  ...invoiceHandlers,
  ...budgetHandlers,
  ...taskHandlers,
  ...messageHandlers,
  ...driverMessageHandlers,
  ...myDayHandlers,
  ...calendarHandlers,
  ...fileHandlers,
  ...reportHandlers,
  ...downloadHandlers,
  ...reportScheduleHandlers,
  ...savedReportHandlers,
  ...logoHandlers,
};
