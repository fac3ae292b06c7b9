export const shareHandlers = {};
