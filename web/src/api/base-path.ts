/**
 * The path below which the server serves the application, without a slash at the end; '' at the root of a host. The
 * server writes it into the page, so that one build works for any path.
 */
export const BASE_PATH: string =
  (typeof document === 'undefined' ? null : document.querySelector?.<HTMLMetaElement>('meta[name="base-path"]'))
    ?.content ?? '';

/** The full address of a path of ours, for uses outside of the router: calls, files, and links that are passed on. */
export const inBase = (path: string): string => BASE_PATH + path;

/** The path of the window's address without the base path, as the router and the server use it. */
export function outOfBase(pathname: string, base = BASE_PATH): string {
  if (base === '' || !`${pathname}/`.startsWith(`${base}/`)) return pathname;
  return pathname.slice(base.length) || '/';
}
