import type { Page, Request } from 'playwright-core';

/** One request of the page or of its workers, or the frames of one socket. */
export interface Received {
  url: string;
  /** The operation, for a call. */
  operation: string | null;
  /** The bytes received over the network, including headers (`encodedDataLength` of Chromium's developer tools). */
  bytes: number;
}

/**
 * Counts everything that a page and its workers receive over the network from now on; frames of sockets are counted
 * uncompressed. @returns a function that returns what was received so far
 */
export function watchBytes(page: Page): () => Promise<Received[]> {
  const requests: Request[] = [];
  const frames: Received[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) =>
      frames.push({ url: socket.url(), operation: null, bytes: Buffer.byteLength(payload) }),
    ),
  );
  return async () => [...(await Promise.all(requests.map(sizeOf))), ...frames];
}

async function sizeOf(request: Request): Promise<Received> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  const operation = request.method() === 'POST' ? String(request.postDataJSON().route) : null;
  return { url: request.url(), operation, bytes: responseBodySize + responseHeadersSize };
}
