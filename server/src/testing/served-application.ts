import type { TestApplication } from './test-browser.ts';

interface Call {
  url: string;
  headers: Record<string, string>;
  payload: string;
}

/** The application of another process, which serves this port of this machine. */
export function servedApplication(port: number): TestApplication {
  const origin = `http://127.0.0.1:${port}`;
  const inject = async ({ url, headers, payload }: Call) => {
    const reply = await fetch(origin + url, { method: 'POST', headers: { ...headers, origin }, body: payload });
    const body = await reply.text();
    const cookies = reply.headers.getSetCookie().map(cookieOf);
    return { statusCode: reply.status, body, cookies, json: () => JSON.parse(body) as unknown };
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a TestBrowser uses of it
  return { inject } as unknown as TestApplication;
}

function cookieOf(header: string): { name: string; value: string; maxAge?: number } {
  const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(header) ?? [];
  const [, maxAge] = /;\s*max-age=(\d+)/i.exec(header) ?? [];
  return { name, value, ...(maxAge !== undefined && { maxAge: Number(maxAge) }) };
}
