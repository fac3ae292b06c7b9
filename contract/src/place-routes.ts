export const placeRoutes = {};
