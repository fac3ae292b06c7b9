export const alarmHandlers = {};
