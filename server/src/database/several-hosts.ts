/** One of the machines that a database may be on. */
export interface DatabaseHost {
  host: string;
  port: string;
}

/** The parameter of our own URLs that has the hosts after the first. */
const OTHERS = 'other_hosts';
const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@,]+(?:,[^/?#@,]+)+)([/?#].*)?$/;

/**
 * Writes a URL with several hosts, as libpq takes it (`postgres://user@a:5432,b:5432/fleet`), as one that every parser
 * accepts: with the first host, and a parameter for the others. A URL with one host stays as it is.
 */
export function withOneHost(url: string): string {
  const [, begin, hosts, rest = ''] = SEVERAL.exec(url) ?? [];
  if (begin === undefined || hosts === undefined) return url;
  const [first = '', ...others] = hosts.split(',');
  const single = `${begin}${first}${rest}`;
  if (![first, ...others].every((host) => URL.canParse(`${begin}${host}${rest}`))) return url;
  const parsed = new URL(single);
  parsed.searchParams.set(OTHERS, others.join(','));
  return parsed.toString();
}

/** The hosts of a URL, in its order. */
export function hostsOf(url: string): DatabaseHost[] {
  if (!URL.canParse(url)) return [];
  const { host, searchParams } = new URL(url);
  return [host, ...(searchParams.get(OTHERS)?.split(',') ?? [])].flatMap((text) => {
    if (!URL.canParse(`postgres://${text}`)) return [];
    const { hostname, port } = new URL(`postgres://${text}`);
    return [{ host: hostname.replace(/^\[(.+)\]$/, '$1'), port: port || '5432' }];
  });
}

/** The same URL for one of its hosts alone. */
export function urlOfHost(url: string, { host, port }: DatabaseHost): string {
  const parsed = new URL(url);
  parsed.searchParams.delete(OTHERS);
  parsed.hostname = host.includes(':') ? `[${host}]` : host;
  parsed.port = port;
  return parsed.toString();
}
