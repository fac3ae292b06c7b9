const LIMIT = 65_536;

/** Finds the status of each HTTP/1.1 response on one connection, whatever the segmentation. Bodies are skipped. */
export class ResponseReader {
  #text = '';
  #skip = 0;
  #chunked = false;

  /** Returns the statuses of the responses whose head this chunk completes; 0 for bytes that are not a response. */
  push(chunk: Uint8Array): number[] {
    // Latin-1 has one character per byte, so that lengths count bytes.
    this.#text += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    const statuses: number[] = [];
    for (;;) {
      if (!this.#skipBody()) break;
      const end = this.#text.indexOf('\r\n\r\n');
      if (end < 0) break;
      const head = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 4);
      statuses.push(Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0));
      this.#skip = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      this.#chunked = /^transfer-encoding:.*chunked/im.test(head);
    }
    if (this.#text.length > LIMIT) {
      this.#text = '';
      statuses.push(0);
    }
    return statuses;
  }

  /** Drops the available part of the last response's body; true when it is complete. */
  #skipBody(): boolean {
    while (this.#chunked) {
      const end = this.#text.indexOf('\r\n');
      if (end < 0) return false;
      const size = Number.parseInt(this.#text.slice(0, end), 16) || 0;
      if (this.#text.length < end + 2 + size + 2) return false;
      this.#text = this.#text.slice(end + 2 + size + 2);
      this.#chunked = size > 0;
    }
    const skipped = Math.min(this.#skip, this.#text.length);
    this.#text = this.#text.slice(skipped);
    this.#skip -= skipped;
    return this.#skip === 0;
  }
}
