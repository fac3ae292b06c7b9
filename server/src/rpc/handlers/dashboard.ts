export const dashboardHandlers = {};
