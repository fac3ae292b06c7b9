import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Progress } from './progress.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'milepost-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const fresh = { nowMs: 5000, anchorDay: 3 };

describe('Progress', () => {
  it('persists over a restart, including the first start', () => {
    const first = new Progress(folder, fresh);
    first.set('a', 1000);
    first.write();
    const second = new Progress(folder, { nowMs: 9000, anchorDay: 8 });
    expect(second.state).toEqual({ version: 1, startedMs: 5000, anchorDay: 3, devices: { a: 1000 } });
  });

  it('writes at most every five seconds', () => {
    const progress = new Progress(folder, fresh);
    const written = (): unknown => JSON.parse(readFileSync(join(folder, 'progress.json'), 'utf8')).devices;
    const now = Date.now();
    progress.set('a', 1);
    progress.writeSometimes(now + 1000);
    expect(written()).toEqual({});
    progress.writeSometimes(now + 6000);
    expect(written()).toEqual({ a: 1 });
  });

  it('starts over when the file is unusable', () => {
    for (const text of ['', '{"version":1', 'null', '{"version":9,"devices":{}}']) {
      writeFileSync(join(folder, 'progress.json'), text);
      expect(new Progress(folder, fresh).state).toEqual({ version: 1, startedMs: 5000, anchorDay: 3, devices: {} });
    }
  });

  it('stores nothing without a folder', () => {
    const progress = new Progress(null, fresh);
    progress.set('a', 1);
    progress.write();
    expect(progress.state.devices).toEqual({ a: 1 });
  });
});
