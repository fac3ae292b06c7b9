/** The names by which browsers report that WebGL runs on the processor: Chrome, Firefox on Linux, Windows. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** True if the renderer with this name has no graphics card. Exported for its test. */
export const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/** True if this context is drawn by the processor; false if the browser does not report it. */
export function isSoftwareRendered(gl: WebGL2RenderingContext): boolean {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  return typeof name === 'string' && isSoftware(name);
}
