/** A property of a component that can be changed in the library. */
export type Knob = KnobKind & {
  /** Its initial value is not the component's default, so the code always contains it. */
  always?: true;
};

type KnobKind =
  | { kind: 'switch'; initial: boolean }
  | { kind: 'number'; initial: number; min: number; max: number; step: number }
  | { kind: 'choice'; initial: string; options: readonly string[] }
  | { kind: 'text'; initial: string };

/** The knobs by the name of their property, which is shown as it is written in code. */
export type Knobs = Readonly<Record<string, Knob>>;
export type KnobValue = boolean | number | string;

type ValueOf<K extends Knob> = K extends { kind: 'choice'; options: readonly (infer Option)[] } ? Option : K['initial'];
export type KnobValues<K extends Knobs> = { [Name in keyof K]: ValueOf<K[Name]> };

export const onOff = (initial: boolean) => ({ kind: 'switch', initial }) as const satisfies Knob;

/** A number from `min` to `max`, both included. */
export const number = (initial: number, min: number, max: number, step = 1) =>
  ({ kind: 'number', initial, min, max, step }) as const satisfies Knob;

/** One of `options`; initially the first by default. */
export const choice = <const Option extends string>(options: readonly Option[], initial?: NoInfer<Option>) => ({
  kind: 'choice' as const,
  options,
  initial: initial ?? options[0] ?? '',
});

export const words = (initial: string) => ({ kind: 'text', initial }) as const satisfies Knob;

/** A knob with an initial value other than the component's default, which its code therefore always contains. */
export const always = <K extends Knob>(knob: K): K & { always: true } => ({ ...knob, always: true });

/** The initial value of every knob, by property. */
export function initialValues(knobs: Knobs): Record<string, KnobValue> {
  return Object.fromEntries(Object.entries(knobs).map(([name, { initial }]) => [name, initial]));
}

/** True if `values` contains a valid value for every knob; without knobs any object is valid. */
export function areValuesOf<K extends Knobs>(knobs: K | undefined, values: unknown): values is KnobValues<K> {
  if (typeof values !== 'object' || values === null) return false;
  const found = new Map<string, unknown>(Object.entries(values));
  return Object.entries<Knob>(knobs ?? {}).every(([name, knob]) => {
    const value = found.get(name);
    return knob.kind === 'choice'
      ? typeof value === 'string' && knob.options.includes(value)
      : typeof value === typeof knob.initial;
  });
}

/** The values that must be written in code: those that differ from the component's defaults. */
export function turned(knobs: Knobs, values: Readonly<Record<string, KnobValue>>): Record<string, KnobValue> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => (knobs[name]?.always === true && value !== '') || knobs[name]?.initial !== value,
    ),
  );
}

/** True if any knob was changed. */
export const isTurned = (knobs: Knobs, values: Readonly<Record<string, KnobValue>>) =>
  Object.entries(values).some(([name, value]) => knobs[name]?.initial !== value);
