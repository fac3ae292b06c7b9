/** The transport of a live view: a WebSocket, or frames that are queued until the browser's next call. */
export interface LiveSocket {
  readonly OPEN: number;
  readonly readyState: number;
  /** Bytes that the browser has not received yet. */
  readonly bufferedAmount: number;
  /** @param done called when the text has left this process, or with the error */
  send(text: string, done?: (error?: Error | null) => void): void;
  close(code: number, reason: string): void;
  terminate(): void;
}
