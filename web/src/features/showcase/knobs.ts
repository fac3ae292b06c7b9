/** A property of a component that can be played with in the library. */
export type Knob =
  | { kind: 'switch'; initial: boolean }
  | { kind: 'number'; initial: number; min: number; max: number; step: number }
  | { kind: 'choice'; initial: string; options: readonly string[] }
  | { kind: 'text'; initial: string };

/** Knobs by the name of the property they turn; the name is shown as it is written in code. */
export type Knobs = Readonly<Record<string, Knob>>;
export type KnobValue = boolean | number | string;

type ValueOf<K extends Knob> = K extends { kind: 'choice'; options: readonly (infer Option)[] } ? Option : K['initial'];
export type KnobValues<K extends Knobs> = { [Name in keyof K]: ValueOf<K[Name]> };

export const onOff = (initial: boolean) => ({ kind: 'switch', initial }) as const satisfies Knob;

/** A number from `min` to `max`, both included. */
export const number = (initial: number, min: number, max: number, step = 1) =>
  ({ kind: 'number', initial, min, max, step }) as const satisfies Knob;

/** One of `options`; the first unless `initial` says otherwise. */
export const choice = <const Option extends string>(options: readonly Option[], initial?: NoInfer<Option>) => ({
  kind: 'choice' as const,
  options,
  initial: initial ?? options[0] ?? '',
});

export const words = (initial: string) => ({ kind: 'text', initial }) as const satisfies Knob;

/** Where every knob stands before it is turned, by property. */
export function initialValues(knobs: Knobs): Record<string, KnobValue> {
  return Object.fromEntries(Object.entries(knobs).map(([name, { initial }]) => [name, initial]));
}

/** The values that differ from where their knob began: what has to be written in code. */
export function turned(knobs: Knobs, values: Readonly<Record<string, KnobValue>>): Record<string, KnobValue> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => knobs[name]?.initial !== value));
}
