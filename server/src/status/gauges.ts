import { Counter, type CounterConfiguration, Gauge, type GaugeConfiguration, type Registry } from 'prom-client';

interface OptionalGauge {
  name: string;
  help: string;
  /** The present value; null for none. Rejects while it cannot be read, which counts as none. */
  read: () => number | null | Promise<number | null>;
}

/**
 * A gauge that is absent while there is no value, because any number would raise or silence an alert. Read when the
 * metrics are.
 */
export function exportOptional(registry: Registry, { name, help, read }: OptionalGauge): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: async (): Promise<void> => {
      const value = await Promise.resolve()
        .then(read)
        .catch(() => null);
      // A reset alone would leave a zero.
      gauge.reset();
      if (value === null) gauge.remove({});
      else gauge.set(value);
    },
  });
}

const formerHelp = (name: string): string => `Former name of ${name}, which the next minor release drops.`;

/** Exports a counter under its former name too, for one release; returns the function that counts in both. */
export function renamedCounter<Label extends string>(
  former: string,
  configuration: CounterConfiguration<Label>,
): (labels: Partial<Record<Label, string | number>>, count: number) => void {
  const both = [configuration, { ...configuration, name: former, help: formerHelp(configuration.name) }].map(
    (one) => new Counter(one),
  );
  return (labels, count) => {
    for (const counter of both) counter.inc(labels, count);
  };
}

/** Exports a gauge without labels under its former name too, for one release; `read` is called when metrics are read. */
export function renamedGauge(
  former: string,
  configuration: Omit<GaugeConfiguration<never>, 'collect'>,
  read: () => number,
): void {
  for (const one of [configuration, { ...configuration, name: former, help: formerHelp(configuration.name) }]) {
    const gauge: Gauge = new Gauge({ ...one, collect: (): void => gauge.set(read()) });
  }
}
