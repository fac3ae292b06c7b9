/**
 * Stored JSON that is sent without being parsed, so that a reply with a million coordinates does not create as many
 * objects.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The text in place of the value that it represents; the reply serialiser inserts it unparsed. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever writes the answer says what the text is
export function jsonText<Value>(text: string): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it becomes this value on the wire
  return new JsonText(text) as Value;
}

/** The same value with all such texts parsed, if there are any; for checks. */
export function withTextsRead(value: unknown): unknown {
  if (value instanceof JsonText) return value.toJSON();
  if (Array.isArray(value)) return value.map(withTextsRead);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withTextsRead(field)]));
}
