import type { Page, Request } from 'playwright-core';

/** One request of the page or of its workers, or the frames of one socket. */
export interface Received {
  url: string;
  /** Of a call its route. */
  route: string | null;
  /** Bytes that came over the network, headers included (`encodedDataLength` of Chromium's developer tools). */
  bytes: number;
}

/**
 * Counts everything that comes over the network to a page and its workers from now on; frames of sockets without what
 * compression saves. @returns what came until now
 */
export function watchBytes(page: Page): () => Promise<Received[]> {
  const requests: Request[] = [];
  const frames: Received[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) =>
      frames.push({ url: socket.url(), route: null, bytes: Buffer.byteLength(payload) }),
    ),
  );
  return async () => [...(await Promise.all(requests.map(sizeOf))), ...frames];
}

async function sizeOf(request: Request): Promise<Received> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  const route = request.method() === 'POST' ? String(request.postDataJSON().route) : null;
  return { url: request.url(), route, bytes: responseBodySize + responseHeadersSize };
}
