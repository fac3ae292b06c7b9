/** Names by which browsers tell that WebGL is done by the processor: Chrome, Firefox on Linux, Windows. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether the renderer with this name has no graphics card. Exported for its test. */
export const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/** Whether this context is drawn by the processor; false where the browser does not tell. */
export function isSoftwareRendered(gl: WebGL2RenderingContext): boolean {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  return typeof name === 'string' && isSoftware(name);
}
