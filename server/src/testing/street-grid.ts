// Streets as an OpenStreetMap file (https://wiki.openstreetmap.org/wiki/PBF_Format), the input for building a tile set.

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return Buffer.from([...bytes, left]);
};
/** Signed numbers: 0, -1, 1, -2, … are encoded as 0, 1, 2, 3, … */
const zigzag = (value: number) => varint(value >= 0 ? value * 2 : -value * 2 - 1);
const field = (number: number, bytes: Uint8Array) =>
  Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
const count = (number: number, value: number) => Buffer.concat([varint(number * 8), varint(value)]);
const packed = (number: number, values: readonly number[], write: (value: number) => Buffer) =>
  field(number, Buffer.concat(values.map(write)));
const steps = (values: readonly number[]) => values.map((value, index) => value - (values[index - 1] ?? 0));
const text = (value: string) => Buffer.from(value);

function blob(type: string, data: Buffer): Buffer {
  const body = field(1, data);
  const header = Buffer.concat([field(1, text(type)), count(3, body.length)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, body]);
}

/** In units of 100 nanodegrees. */
const units = (degrees: number) => Math.round(degrees * 1e7);
const WORDS = ['', 'highway', 'residential'];

/**
 * A square grid of residential streets.
 * @param side the number of streets in each direction, all of which cross
 * @param step degrees between neighbouring streets, to the north and east of the corner
 */
export function streetGrid(corner: { lat: number; lon: number }, side: number, step: number): Buffer {
  const all = Array.from({ length: side }, (_, index) => index);
  const nodes = all.flatMap((row) => all.map((column) => ({ row, column, id: 1 + row * side + column })));
  const idsAt = (where: (node: { row: number; column: number }) => boolean) =>
    nodes.filter((node) => where(node)).map(({ id }) => id);
  const streets = all.flatMap((at) => [idsAt(({ row }) => row === at), idsAt(({ column }) => column === at)]);
  const words = field(1, Buffer.concat(WORDS.map((word) => field(1, text(word)))));
  const dense = Buffer.concat([
    packed(1, steps(nodes.map(({ id }) => id)), zigzag),
    packed(8, steps(nodes.map(({ row }) => units(corner.lat + row * step))), zigzag),
    packed(9, steps(nodes.map(({ column }) => units(corner.lon + column * step))), zigzag),
  ]);
  const ways = streets.map((ids, index) =>
    field(
      3,
      Buffer.concat([
        count(1, index + 1),
        packed(2, [1], varint),
        packed(3, [2], varint),
        packed(8, steps(ids), zigzag),
      ]),
    ),
  );
  return Buffer.concat([
    blob('OSMHeader', Buffer.concat([field(4, text('OsmSchema-V0.6')), field(4, text('DenseNodes'))])),
    blob('OSMData', Buffer.concat([words, field(2, field(2, dense))])),
    blob('OSMData', Buffer.concat([words, field(2, Buffer.concat(ways))])),
  ]);
}
