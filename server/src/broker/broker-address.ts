/** The address of a broker, and our credentials there. */
export interface BrokerAddress {
  host: string;
  port: number;
  tls: boolean;
  username: string | null;
  password: string | null;
}

const PORTS = { 'mqtt:': 1883, 'mqtts:': 8883 } as const;

/** Parses `mqtt://user:password@host:port`, or `mqtts:` for TLS; null when it is invalid. */
export function parseBrokerAddress(text: string): BrokerAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if ((protocol !== 'mqtt:' && protocol !== 'mqtts:') || hostname === '') return null;
  if ((pathname !== '' && pathname !== '/') || search !== '' || hash !== '') return null;
  try {
    return {
      // IPv6 addresses are in brackets there.
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? PORTS[protocol] : Number(port),
      tls: protocol === 'mqtts:',
      username: username === '' ? null : decodeURIComponent(username),
      password: password === '' ? null : decodeURIComponent(password),
    };
  } catch {
    return null;
  }
}

/** For people and logs: without user and password. */
export const brokerName = ({ host, port, tls }: BrokerAddress): string =>
  `${tls ? 'mqtts' : 'mqtt'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
