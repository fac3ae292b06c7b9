/** What the address of the screen says: the same address opens the same view. Times in epoch milliseconds. */
export interface HistoryView {
  vehicleId: number | null;
  from: number;
  to: number;
  /** Where the playback stands; null: at the start. */
  at: number | null;
}

const instant = (text: string | null): number | null => {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isFinite(ms) ? ms : null;
};

/** Reads an address; a range that is missing or wrong is `usual`. */
export function parseHistory(search: string, usual: readonly [from: number, to: number]): HistoryView {
  const params = new URLSearchParams(search);
  const id = params.get('vehicle');
  const [from, to] = [instant(params.get('from')), instant(params.get('to'))];
  const range = from !== null && to !== null && to > from ? ([from, to] as const) : usual;
  const at = instant(params.get('at'));
  return {
    vehicleId: id !== null && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null,
    from: range[0],
    to: range[1],
    at: at !== null && at >= range[0] && at <= range[1] ? at : null,
  };
}

export function formatHistory({ vehicleId, from, to, at }: HistoryView): string {
  const params = new URLSearchParams();
  if (vehicleId !== null) params.set('vehicle', String(vehicleId));
  for (const [name, ms] of Object.entries({ from, to, at })) {
    if (ms !== null) params.set(name, new Date(ms).toISOString());
  }
  return `/history?${params.toString().replaceAll('%3A', ':')}`;
}
