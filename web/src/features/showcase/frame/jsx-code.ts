/** An expression that is written into code unquoted, such as the name of a variable. */
export class Expression {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

export const expression = (source: string) => new Expression(source);

type Value = boolean | number | string | Expression;

/** An element longer than this is written with one property per line. */
const LINE = 80;

/**
 * The JSX of an element with its properties, in the given order: true as the bare name, a text in quotes, anything else
 * in braces.
 */
export function jsxCode(name: string, properties: Readonly<Record<string, Value>>, children = ''): string {
  const written = Object.entries(properties).map(([key, value]) => property(key, value));
  const end = children === '' ? ' />' : '>';
  const oneLine = `<${[name, ...written].join(' ')}${end}`;
  const open =
    oneLine.length <= LINE ? oneLine : `<${name}\n${written.map((one) => `  ${one}\n`).join('')}${end.trim()}`;
  if (children === '') return open;
  const short = `${open}${children}</${name}>`;
  if (short.length <= LINE && !short.includes('\n')) return short;
  return `${open}\n${indented(children)}\n</${name}>`;
}

/** The call of a function with an object of these properties. */
export function callCode(name: string, properties: Readonly<Record<string, Value>>): string {
  const written = Object.entries(properties).map(
    ([key, value]) => `${key}: ${value instanceof Expression ? value.source : quoted(value)}`,
  );
  const oneLine = `${name}({ ${written.join(', ')} });`;
  return oneLine.length <= LINE ? oneLine : `${name}({\n${written.map((one) => `  ${one},\n`).join('')}});`;
}

const quoted = (value: boolean | number | string) =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'` : String(value);

function property(name: string, value: Value): string {
  if (value === true) return name;
  if (typeof value === 'string' && !/["\n]/.test(value)) return `${name}="${value}"`;
  return `${name}={${value instanceof Expression ? value.source : JSON.stringify(value)}}`;
}

const indented = (code: string) => code.replaceAll(/^(?=.)/gm, '  ');
