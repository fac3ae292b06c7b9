/**
 * The path below which the server serves the application, without a slash at the end; '' at the root of a host. Written into
 * the page by the server, so that one build does for any path.
 */
export const BASE_PATH: string =
  (typeof document === 'undefined' ? null : document.querySelector?.<HTMLMetaElement>('meta[name="base-path"]'))
    ?.content ?? '';

/** The whole address of a path of ours, for what goes past the router: calls, files, and links that are passed on. */
export const inBase = (path: string): string => BASE_PATH + path;

/** A path of ours, as the router and the server know it, of what stands in the window's address. */
export function outOfBase(pathname: string, base = BASE_PATH): string {
  if (base === '' || !`${pathname}/`.startsWith(`${base}/`)) return pathname;
  return pathname.slice(base.length) || '/';
}
