export const placeHandlers = {};
