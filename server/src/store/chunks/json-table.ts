import type { Attributes } from '@milepost/protocols/types';
import type { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { malformed } from './chunk-error.ts';
import { readIntegers, writeIntegers } from './integer-column.ts';
import { JsonCollector } from './json-collector.ts';
import { splitObject } from './json-text.ts';
import { type JsonValues, readValues } from './json-values.ts';

/** The names of one object, in its order, as indices of keys. */
type Shape = readonly number[];
/** The first shape is SQL's null. */
const NULL_SHAPE = 0;
/** The first key stands for a whole value: no object, not written as PostgreSQL does, or with too many names. */
const WHOLE = 0;
/** Sixteen attributes in each of a million reports; bounds what a forged chunk can make us allocate. */
const MAX_VALUES = 2 ** 24;
/**
 * Devices report some tens of names; one that reports new names without end would make a column of each. Objects with
 * further names are stored whole.
 */
const MAX_NAMES = 1000;

const OWN = { enumerable: true, configurable: true, writable: true };

interface Key {
  /** The name as a JSON string. */
  token: string;
  values: () => JsonValues;
}

/** A column of `jsonb`: the names of all objects once, and the values of each in a column of its own. */
export class JsonTable {
  readonly #keys: readonly Key[];
  readonly #shapes: readonly Shape[];
  readonly #shapeOf: ArrayLike<number>;
  readonly #texts: readonly (string | null)[] | null;
  #names: string[] | null = null;
  #ranks: { begins: Int32Array; ranks: Int32Array } | null = null;

  /** @param texts the texts of the values, if they are known */
  constructor(
    keys: readonly Key[],
    shapes: readonly Shape[],
    shapeOf: ArrayLike<number>,
    texts: readonly (string | null)[] | null = null,
  ) {
    this.#keys = keys;
    this.#shapes = shapes;
    this.#shapeOf = shapeOf;
    this.#texts = texts;
  }

  get length(): number {
    return this.#shapeOf.length;
  }

  /** Exactly the text that PostgreSQL makes of the value; null for SQL's null. */
  textAt(row: number): string | null {
    if (this.#texts) return this.#texts[row] ?? null;
    const [shape, begins, ranks] = this.#at(row);
    if (!shape) return null;
    const textOf = (key: number, index: number) => this.#values(key).textAt(ranks[begins + index] ?? 0);
    if (shape[0] === WHOLE) return textOf(WHOLE, 0);
    let text = '{';
    for (let index = 0; index < shape.length; index++) {
      const key = shape[index] ?? 0;
      if (index > 0) text += ', ';
      text += `${this.#keys[key]?.token}: ${textOf(key, index)}`;
    }
    return `${text}}`;
  }

  /** Whether `textAt` is this text, without making it. */
  isTextAt(row: number, text: string | null): boolean {
    const [shape, begins, ranks] = this.#at(row);
    if (!shape || text === null) return shape === text;
    const valueOf = (key: number, index: number) => this.#values(key).textAt(ranks[begins + index] ?? 0);
    if (shape[0] === WHOLE) return valueOf(WHOLE, 0) === text;
    let at = 0;
    for (let index = 0; index < shape.length; index++) {
      const key = shape[index] ?? 0;
      for (const part of [index > 0 ? ', ' : '{', this.#keys[key]?.token ?? '', ': ', valueOf(key, index)]) {
        if (!text.startsWith(part, at)) return false;
        at += part.length;
      }
    }
    return shape.length === 0 ? text === '{}' : text.length === at + 1 && text.endsWith('}');
  }

  /** The parsed value. Nested values may be shared between rows: do not change them. */
  valueAt(row: number): Attributes | null {
    const code = this.#shapeOf[row] ?? NULL_SHAPE;
    const shape = this.#shapes[code];
    if (code === NULL_SHAPE || !shape) return null;
    if (shape[0] === WHOLE) {
      const whole: Attributes = JSON.parse(this.textAt(row) ?? 'null');
      return whole;
    }
    this.#names ??= this.#keys.map(({ token }) => nameOf(token));
    const { begins, ranks } = (this.#ranks ??= this.#rankValues());
    const start = begins[row] ?? 0;
    const attributes: Attributes = {};
    for (let index = 0; index < shape.length; index++) {
      const key = shape[index] ?? 0;
      const name = this.#names[key] ?? '';
      const value = this.#values(key).valueAt(ranks[start + index] ?? 0);
      // Assigning to `__proto__`, a name that a device may choose, would set the prototype.
      if (name === '__proto__') Object.defineProperty(attributes, name, { value, ...OWN });
      else attributes[name] = value;
    }
    return attributes;
  }

  /** Adds the values of an object that are not null to attributes, without making the object. */
  addTo(attributes: Attributes, row: number): void {
    const code = this.#shapeOf[row] ?? NULL_SHAPE;
    const shape = this.#shapes[code];
    if (code === NULL_SHAPE || !shape) return;
    if (shape[0] === WHOLE) {
      addValues(attributes, this.valueAt(row));
      return;
    }
    this.#names ??= this.#keys.map(({ token }) => nameOf(token));
    const { begins, ranks } = (this.#ranks ??= this.#rankValues());
    const start = begins[row] ?? 0;
    for (let index = 0; index < shape.length; index++) {
      const key = shape[index] ?? 0;
      const value = this.#values(key).valueAt(ranks[start + index] ?? 0);
      if (value !== null) attributes[this.#names[key] ?? ''] = value;
    }
  }

  /** Calls `visit` with the values of each attribute and the rows that have it; the whole values have no name. */
  forEachKey(visit: (name: string | null, values: JsonValues, rows: Int32Array) => void): void {
    const { rows, begins } = this.#rowsByKey();
    for (const [key, { token }] of this.#keys.entries()) {
      visit(key === WHOLE ? null : nameOf(token), this.#values(key), rows.subarray(begins[key], begins[key + 1]));
    }
  }

  write(writer: ByteWriter): void {
    writer.varint(this.#keys.length - 1);
    for (const { token } of this.#keys.slice(1)) writer.text(token);
    writer.varint(this.#shapes.length - 1);
    for (const shape of this.#shapes.slice(1)) {
      writer.varint(shape.length);
      for (const key of shape) writer.varint(key);
    }
    writeIntegers(writer, this.#shapeOf);
    for (const key of this.#keys.keys()) {
      const values = new ByteWriter();
      this.#values(key).write(values);
      writer.part(values);
    }
  }

  #values(key: number): JsonValues {
    const values = this.#keys[key]?.values();
    if (!values) throw malformed('a key');
    return values;
  }

  /**
   * The rows of all keys in order, those of a key from its `begins` to that of the next one. Each row is visited twice,
   * not once for each key: a device may report thousands of names.
   */
  #rowsByKey(): { rows: Int32Array; begins: Int32Array } {
    const [shapes, shapeOf] = [this.#shapes, this.#shapeOf];
    const { length } = shapeOf;
    const counts = new Int32Array(shapes.length);
    for (let row = 0; row < length; row++) {
      const shape = shapeOf[row] ?? NULL_SHAPE;
      counts[shape] = (counts[shape] ?? 0) + 1;
    }
    const begins = new Int32Array(this.#keys.length + 1);
    for (const [index, shape] of shapes.entries())
      for (const key of shape) begins[key + 1] = (begins[key + 1] ?? 0) + (counts[index] ?? 0);
    for (let key = 0; key < this.#keys.length; key++) begins[key + 1] = (begins[key + 1] ?? 0) + (begins[key] ?? 0);
    const rows = new Int32Array(begins.at(-1) ?? 0);
    const next = begins.slice();
    for (let row = 0; row < length; row++) {
      const shape = shapes[shapeOf[row] ?? NULL_SHAPE] ?? [];
      for (let index = 0; index < shape.length; index++) {
        const key = shape[index] ?? WHOLE;
        const at = next[key] ?? 0;
        rows[at] = row;
        next[key] = at + 1;
      }
    }
    return { rows, begins };
  }

  /** The shape of a row (null for SQL's null), and the indices of its values in the columns of its keys. */
  #at(row: number): [shape: Shape | null, begins: number, ranks: Int32Array] {
    this.#ranks ??= this.#rankValues();
    const shape = this.#shapeOf[row] ?? NULL_SHAPE;
    return [
      shape === NULL_SHAPE ? null : (this.#shapes[shape] ?? null),
      this.#ranks.begins[row] ?? 0,
      this.#ranks.ranks,
    ];
  }

  #rankValues() {
    const begins = new Int32Array(this.length);
    let total = 0;
    for (let row = 0; row < this.length; row++) {
      begins[row] = total;
      total += this.#shapes[this.#shapeOf[row] ?? 0]?.length ?? 0;
    }
    const ranks = new Int32Array(total);
    const next = new Int32Array(this.#keys.length);
    for (let row = 0, at = 0; row < this.length; row++)
      for (const key of this.#shapes[this.#shapeOf[row] ?? 0] ?? []) {
        const rank = next[key] ?? 0;
        ranks[at++] = rank;
        next[key] = rank + 1;
      }
    return { begins, ranks };
  }
}

/** Adds values that are not null: in JSON, a number that is not finite is. */
export function addValues(attributes: Attributes, values: Attributes | null): void {
  for (const name in values) if (values[name] !== null) attributes[name] = values[name];
}

function nameOf(token: string): string {
  const name: string = token === '' ? '' : JSON.parse(token);
  return name;
}

export function readJsonTable(reader: ByteReader, count: number): JsonTable {
  const tokens = ['', ...Array.from({ length: reader.count(1) }, () => reader.text())];
  const shapes: Shape[] = [[]];
  for (let left = reader.count(1); left > 0; left--)
    shapes.push(Array.from({ length: reader.count(1) }, () => reader.varint()));
  const shapeOf = readIntegers(reader, count).values;
  const rowsOf = new Float64Array(shapes.length);
  for (const shape of shapeOf) {
    if (!(shape >= 0 && shape < shapes.length)) throw malformed('the names of an object');
    rowsOf[shape] = (rowsOf[shape] ?? 0) + 1;
  }
  const valuesOf = new Float64Array(tokens.length);
  let total = 0;
  for (const [index, shape] of shapes.entries()) {
    for (const key of shape) {
      if (key >= tokens.length) throw malformed('the name of an attribute');
      valuesOf[key] = (valuesOf[key] ?? 0) + (rowsOf[index] ?? 0);
    }
    total += shape.length * (rowsOf[index] ?? 0);
  }
  if (total > MAX_VALUES) throw malformed('too many values');
  const keys = tokens.map((token, index): Key => {
    const part = reader.part();
    let values: JsonValues | null = null;
    return { token, values: () => (values ??= readValues(part, valuesOf[index] ?? 0)) };
  });
  return new JsonTable(keys, shapes, shapeOf);
}

/** A beginning of shapes. */
interface ShapeNode {
  /** The shape that ends here; -1 if none does. */
  shape: number;
  next: Map<number, ShapeNode>;
}

/**
 * Sorts texts as PostgreSQL makes of `jsonb` into columns.
 * @throws {RangeError} if they contain more values than a chunk can
 */
export function jsonTableOf(texts: readonly (string | null)[], maxNames = MAX_NAMES): JsonTable {
  const keys = new Map<string, number>([['', WHOLE]]);
  const collectors = [new JsonCollector()];
  const shapes: Shape[] = [[]];
  const root: ShapeNode = { shape: -1, next: new Map() };
  const shapeOf = new Float64Array(texts.length);
  const names: number[] = [];
  const values: string[] = [];
  let total = 0;
  for (const [row, text] of texts.entries()) {
    if (text === null) continue;
    names.length = 0;
    values.length = 0;
    if (!splitObject(text, { keys, maxKeys: maxNames + 1 }, names, values)) {
      names.length = 0;
      values.length = 0;
      names.push(WHOLE);
      values.push(text);
    }
    total += names.length;
    if (total > MAX_VALUES) throw new RangeError('there are too many attributes for a chunk');
    let node = root;
    for (let index = 0; index < names.length; index++) {
      const key = names[index] ?? 0;
      let next = node.next.get(key);
      if (!next) node.next.set(key, (next = { shape: -1, next: new Map() }));
      node = next;
      (collectors[key] ??= new JsonCollector()).add(values[index] ?? '');
    }
    if (node.shape < 0) {
      node.shape = shapes.length;
      shapes.push([...names]);
    }
    shapeOf[row] = node.shape;
  }
  return new JsonTable(
    [...keys.keys()].map((token, index): Key => {
      const finished = (collectors[index] ?? new JsonCollector()).finish();
      return { token, values: () => finished };
    }),
    shapes,
    shapeOf,
    texts,
  );
}
