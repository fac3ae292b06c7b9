interface Lasting {
  id: number;
  start: string;
  durationS: number;
}

/** The amounts of a fact before, within and after the range: metres of a trip, seconds of a stop. */
export interface Edge {
  before: number;
  within: number;
  after: number;
}

/**
 * Splits the facts that extend beyond an edge of the range, by id. Each is split by time, then adjusted so that all
 * together add up to the displayed sum of the range, since the server has a day's own metres.
 * @param range epoch milliseconds
 * @param amountOf of the whole fact
 * @param total of all facts within the range; null if time alone decides
 */
export function edgesOf<Fact extends Lasting>(
  facts: readonly Fact[],
  { from, to }: { from: number; to: number },
  amountOf: (fact: Fact) => number,
  total: number | null,
): Map<number, Edge> {
  const split = facts.flatMap((fact) => {
    const start = Date.parse(fact.start);
    const end = start + fact.durationS * 1000;
    const length = end - start;
    if (length <= 0 || (start >= from && end <= to)) return [];
    const share = (ms: number) => Math.max(0, ms) / length;
    return { fact, before: share(from - start), after: share(end - to) };
  });
  const across = new Set(split.map(({ fact }) => fact.id));
  const whole = facts.filter(({ id }) => !across.has(id)).reduce((sum, fact) => sum + amountOf(fact), 0);
  const byTime = split.reduce((sum, one) => sum + amountOf(one.fact) * (1 - one.before - one.after), 0);
  const factor = total === null || byTime <= 0 ? 1 : Math.max(0, total - whole) / byTime;
  return new Map(
    split.map(({ fact, before, after }) => {
      const amount = amountOf(fact);
      const within = Math.min(amount, amount * (1 - before - after) * factor);
      const outside = (amount - within) / (before + after);
      return [fact.id, { before: before * outside, within, after: after * outside }];
    }),
  );
}
