export const alarmRuleRoutes = {};
