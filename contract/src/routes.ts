import { adminRoutes } from './admin-routes.ts';
import { contactRoutes } from './contact-routes.ts';
import { taskRoutes } from './task-routes.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { myDayRoutes } from './my-day-routes.ts';
import { fuelRoutes } from './fuel-routes.ts';
import { expenseApprovalRoutes } from './expense-approval-routes.ts';
import { expenseRoutes } from './expense-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { inspectionRoutes } from './inspection-routes.ts';
import { workOrderRoutes } from './work-order-routes.ts';
import { maintenanceRoutes } from './maintenance-routes.ts';
import { downloadRoutes } from './download-routes.ts';
import { reportScheduleRoutes } from './report-schedule-routes.ts';
import { savedReportRoutes } from './saved-report-routes.ts';
import { logoRoutes } from './logo-routes.ts';
import { dueRoutes } from './due-routes.ts';
import { assignmentRoutes } from './assignment-routes.ts';
import { availabilityRoutes } from './availability-routes.ts';
import { commandRoutes } from './command-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { driverMessageRoutes } from './driver-message-routes.ts';
import { driverRoutes } from './driver-routes.ts';
import { gatewayGuardRoutes } from './gateway-guard-routes.ts';
import { jsonProfileRoutes } from './json-profile-routes.ts';
import { layoutProfileRoutes } from './layout-profile-routes.ts';
import { engineRoutes } from './engine-routes.ts';
import { importRoutes } from './import-routes.ts';
import { installationRoutes } from './installation-routes.ts';
import { moveRoutes } from './move-routes.ts';
import { liveRoutes } from './live-routes.ts';
import { listViewRoutes } from './list-view-routes.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { officeBulkRoutes } from './office-bulk-routes.ts';
import { outletRoutes } from './outlet-routes.ts';
import { routeOrderRoutes } from './route-order-routes.ts';
import { depotRoutes } from './depot-routes.ts';
import { driverLinkRoutes } from './driver-link-routes.ts';
import { routePlanRoutes } from './route-plan-routes.ts';
import { routeRunRoutes } from './route-run-routes.ts';
import { runDayRoutes } from './run-day-routes.ts';
import { spreadRoutes } from './spread-routes.ts';
import { runLinkRoutes } from './run-link-routes.ts';
import { territoryRoutes } from './territory-routes.ts';
import { ownFieldRoutes } from './own-field-routes.ts';
import { meterRoutes } from './meter-routes.ts';
import { sensorRoutes } from './sensor-routes.ts';
import { organisationRoutes } from './organisation-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { logRoutes } from './log-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { telemetryRoutes } from './telemetry-routes.ts';
import { timelineRoutes } from './timeline-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { fenceRoutes } from './fence-routes.ts';
import { visitRoutes } from './visit-routes.ts';
import { alarmRoutes } from './alarm-routes.ts';
import { alarmRuleRoutes } from './alarm-rule-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { placeRoutes } from './place-routes.ts';
import { pushRoutes } from './push-routes.ts';
import { searchRoutes } from './search-routes.ts';
import { shareRoutes } from './share-routes.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import { budgetRoutes } from './budget-routes.ts';
import { recurringExpenseRoutes } from './recurring-expense-routes.ts';
import { reportRoutes } from './report-routes.ts';
import type { RouteSpec } from './route.ts';
import { serverRoutes } from './server-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { setupRoutes } from './setup-routes.ts';
import { vehicleRoutes } from './vehicle-routes.ts';

/** Every call of the application: `POST /<milliseconds>.html` with `{ route: <name>, … }`. */
export const ROUTES = {
  ...sessionRoutes,
  ...setupRoutes,
  ...vehicleRoutes,
  ...driverRoutes,
  ...assignmentRoutes,
  ...availabilityRoutes,
  ...deviceRoutes,
  ...commandRoutes,
  ...installationRoutes,
  ...moveRoutes,
  ...importRoutes,
  ...gatewayGuardRoutes,
  ...jsonProfileRoutes,
  ...layoutProfileRoutes,
  ...engineRoutes,
  ...meterRoutes,
  ...sensorRoutes,
  ...ownFieldRoutes,
  ...bulkRoutes,
  ...officeBulkRoutes,
  ...listViewRoutes,
  ...profileRoutes,
  ...adminRoutes,
  ...organisationRoutes,
  ...logRoutes,
  ...historyRoutes,
  ...telemetryRoutes,
  ...timelineRoutes,
  ...fenceRoutes,
  ...visitRoutes,
  ...alarmRoutes,
  ...alarmRuleRoutes,
  ...webhookRoutes,
  ...pushRoutes,
  ...dashboardRoutes,
  ...placeRoutes,
  ...searchRoutes,
  ...shareRoutes,
  ...contactRoutes,
  ...outletRoutes,
  ...routeOrderRoutes,
  ...territoryRoutes,
  ...depotRoutes,
  ...routePlanRoutes,
  ...routeRunRoutes,
  ...runDayRoutes,
  ...runLinkRoutes,
  ...spreadRoutes,
  ...driverLinkRoutes,
  ...documentRoutes,
  ...expenseRoutes,
  ...expenseApprovalRoutes,
  ...fuelRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...maintenanceRoutes,
  ...workOrderRoutes,
  ...inspectionRoutes,
  ...budgetRoutes,
  ...recurringExpenseRoutes,
  ...taskRoutes,
  ...messageRoutes,
  ...driverMessageRoutes,
  ...myDayRoutes,
  ...calendarRoutes,
  ...dueRoutes,
  ...reportRoutes,
  ...downloadRoutes,
  ...reportScheduleRoutes,
  ...savedReportRoutes,
  ...logoRoutes,
  ...fileRoutes,
  ...liveRoutes,
  ...serverRoutes,
} satisfies Record<string, RouteSpec>;

export type RouteName = keyof typeof ROUTES;
export type RouteTable = typeof ROUTES;

export function isRouteName(name: unknown): name is RouteName {
  return typeof name === 'string' && Object.hasOwn(ROUTES, name);
}
