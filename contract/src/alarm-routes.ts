export const alarmRoutes = {};
