// The chunk of the root segment `history`.
export { FleetPastPage } from './fleet/fleet-past-page.tsx';
export { HistoryPage } from './history-page.tsx';
