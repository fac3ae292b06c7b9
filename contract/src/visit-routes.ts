export const visitRoutes = {};
