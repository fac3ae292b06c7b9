export const historyHandlers = {};
