import { expect, test } from 'vitest';
import { logoSize } from './logo-size.ts';

const png = (width: number, height: number) => {
  const head = Buffer.alloc(33);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};

test('a square logo is as large as a wide one, and none exceeds its bounds', () => {
  expect(logoSize(png(512, 512))).toEqual({ width: 20, height: 20 });
  expect(logoSize(png(400, 100))).toEqual({ width: 40, height: 10 });
  expect(logoSize(png(2400, 100)).width).toBeCloseTo(80);
  expect(logoSize(png(2400, 100)).height).toBeCloseTo(80 / 24);
  expect(logoSize(png(120, 960))).toEqual({ width: 3, height: 24 });
});
