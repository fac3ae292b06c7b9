import path from 'node:path';
import { expect, it } from 'vitest';
import { checkFile, checkRooms } from './check-rooms.ts';

it('finds no forbidden import in the project', () => {
  expect(checkRooms(path.join(import.meta.dirname, '..'))).toEqual([]);
});

it('lets dependencies run one way only', () => {
  expect(checkFile('server/src/a.ts', "import { x } from '@milepost/tracking/motion';")).toEqual([]);
  expect(checkFile('tracking/src/a.ts', "import type { X } from '@milepost/server/x';")).toHaveLength(1);
  expect(checkFile('web/src/a.tsx', "const x = await import('@milepost/server/x');")).toHaveLength(1);
  expect(checkFile('web/src/a.tsx', "import '@milepost/protocols/registry';")).toHaveLength(1);
});

it('forbids packages in pure rooms', () => {
  expect(checkFile('protocols/src/a.ts', "import { readFile } from 'node:fs';")).toHaveLength(1);
  expect(checkFile('tracking/src/a.ts', "import { pino } from 'pino';")).toHaveLength(1);
  expect(checkFile('contract/src/a.ts', "import { z } from 'zod';")).toEqual([]);
});

it('sees a way around by a relative path, and imports over several lines', () => {
  expect(checkFile('web/src/a.ts', "import {\n  a,\n  b,\n} from '../../server/src/x.ts';")).toHaveLength(1);
  expect(checkFile('web/src/deep/a.ts', "import { a } from '../b.ts';")).toEqual([]);
});

const imports = (target: string) => `import { x } from '${target}';`;

it('keeps the store independent of authentication and mail', () => {
  expect(checkFile('server/src/store/people/a.ts', imports('../../auth/b.ts'))).toHaveLength(1);
  expect(checkFile('server/src/store/people/a.ts', imports('../../mail/b.ts'))).toHaveLength(1);
  expect(checkFile('server/src/store/people/a.ts', imports('../mail/mails.ts'))).toEqual([]);
  expect(checkFile('server/src/auth/a.ts', imports('../store/people/b.ts'))).toEqual([]);
});

it('keeps features of the browser independent of each other, and shared parts independent of them', () => {
  expect(checkFile('web/src/features/a/x/b.ts', imports('../c.ts'))).toEqual([]);
  expect(checkFile('web/src/features/a/b.ts', imports('../../ui/c.ts'))).toEqual([]);
  expect(checkFile('web/src/app/screens.ts', imports('../features/a/b.ts'))).toEqual([]);
  expect(checkFile('web/src/features/a/b.ts', imports('../c/d.ts'))).toHaveLength(1);
  expect(checkFile('web/src/features/a/b.ts', imports('../../app/d.ts'))).toHaveLength(1);
  expect(checkFile('web/src/features/a/b.ts', "const c = import('../c/d.tsx');")).toHaveLength(1);
  expect(checkFile('web/src/ui/a.ts', imports('../features/c/d.ts'))).toHaveLength(1);
  expect(checkFile('web/src/text/a.ts', imports('../app/d.ts'))).toHaveLength(1);
});
