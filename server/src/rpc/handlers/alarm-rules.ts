export const alarmRuleHandlers = {};
