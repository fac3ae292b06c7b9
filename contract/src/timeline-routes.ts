export const timelineRoutes = {};
