interface Fix {
  time: string;
  lat: number;
  lon: number;
}

/** The coordinates of the fixes of each private time, [lon, lat]; both are in order of time. */
export function privateLines(
  fixes: readonly Fix[],
  spans: readonly { from: string; to: string }[],
): [lon: number, lat: number][][] {
  return spans.flatMap(({ from, to }) => {
    const [first, last] = [Date.parse(from), Date.parse(to)];
    const within = fixes.filter(({ time }) => Date.parse(time) >= first && Date.parse(time) <= last);
    return within.length === 0 ? [] : [within.map(({ lon, lat }): [number, number] => [lon, lat])];
  });
}
