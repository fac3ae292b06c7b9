export const fenceRoutes = {};
