export const timelineHandlers = {};
