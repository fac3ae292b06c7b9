import { fileTypeFromBuffer } from 'file-type';
import { expect, test } from 'vitest';
import { demoClip } from './demo-clip.ts';

test('a drawn clip is a small WebM, the same each time', async () => {
  const [one, two, other] = await Promise.all([demoClip('SBA 1', 3), demoClip('SBA 1', 3), demoClip('SBA 2', 4)]);
  expect(await fileTypeFromBuffer(one)).toMatchObject({ ext: 'webm', mime: 'video/webm' });
  expect(one.equals(two)).toBe(true);
  expect(one.equals(other)).toBe(false);
  expect(one.length).toBeLessThan(150_000);
});
