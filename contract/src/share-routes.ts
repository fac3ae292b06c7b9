export const shareRoutes = {};
