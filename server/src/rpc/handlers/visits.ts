export const visitHandlers = {};
