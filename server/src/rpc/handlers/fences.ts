export const fenceHandlers = {};
