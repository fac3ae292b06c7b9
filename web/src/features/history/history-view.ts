/** The maximum number of vehicles on one map: more lines than clearly distinguishable colours are useless. */
export const MAX_VEHICLES = 6;

/** The state in the address of the screen: the same address opens the same view. Times in epoch milliseconds. */
export interface HistoryView {
  /** The vehicle whose trips, stops and chart are shown. */
  vehicleId: number | null;
  /** All vehicles on the map in the order of their colours, including the chosen one; empty if none is chosen. */
  vehicleIds: readonly number[];
  from: number;
  to: number;
  /** The playback's moment; null for the start. */
  at: number | null;
}

const instant = (text: string | null): number | null => {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isFinite(ms) ? ms : null;
};

const readId = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

/** `with` contains the other vehicles, or all of them if the chosen one is not the first. */
function vehiclesOf(vehicleId: number | null, others: string | null): number[] {
  if (vehicleId === null) return [];
  const listed = (others ?? '').split(',').flatMap((text) => readId(text) ?? []);
  const all = listed.includes(vehicleId) ? listed : [vehicleId, ...listed];
  const unique = [...new Set(all)];
  if (unique.indexOf(vehicleId) < MAX_VEHICLES) return unique.slice(0, MAX_VEHICLES);
  return [vehicleId, ...unique.slice(0, MAX_VEHICLES - 1)];
}

/** Reads an address; a missing or invalid range is replaced by `usual`. */
export function parseHistory(search: string, usual: readonly [from: number, to: number]): HistoryView {
  const params = new URLSearchParams(search);
  const vehicleId = readId(params.get('vehicle'));
  const [from, to] = [instant(params.get('from')), instant(params.get('to'))];
  const range = from !== null && to !== null && to > from ? ([from, to] as const) : usual;
  const at = instant(params.get('at'));
  return {
    vehicleId,
    vehicleIds: vehiclesOf(vehicleId, params.get('with')),
    from: range[0],
    to: range[1],
    at: at !== null && at >= range[0] && at <= range[1] ? at : null,
  };
}

export function formatHistory({ vehicleId, vehicleIds, from, to, at }: HistoryView): string {
  const params = new URLSearchParams();
  if (vehicleId !== null) params.set('vehicle', String(vehicleId));
  const listed = vehicleIds[0] === vehicleId ? vehicleIds.slice(1) : vehicleIds;
  if (listed.length > 0) params.set('with', listed.join(','));
  for (const [name, ms] of Object.entries({ from, to, at })) {
    if (ms !== null) params.set(name, new Date(ms).toISOString());
  }
  return `/history?${params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')}`;
}

/** Another vehicle replaces the chosen one; one that is on the map already becomes the chosen one there. */
export function withChosen(view: HistoryView, id: number): Pick<HistoryView, 'vehicleId' | 'vehicleIds'> {
  if (view.vehicleIds.includes(id)) return { vehicleId: id, vehicleIds: view.vehicleIds };
  if (view.vehicleId === null) return { vehicleId: id, vehicleIds: [id] };
  return { vehicleId: id, vehicleIds: view.vehicleIds.map((each) => (each === view.vehicleId ? id : each)) };
}

/** The view without one of its vehicles: if that was the chosen one, the first of the others becomes it. */
export function withoutVehicle(view: HistoryView, id: number): Pick<HistoryView, 'vehicleId' | 'vehicleIds'> {
  const vehicleIds = view.vehicleIds.filter((each) => each !== id);
  return { vehicleId: view.vehicleId === id ? (vehicleIds[0] ?? null) : view.vehicleId, vehicleIds };
}
