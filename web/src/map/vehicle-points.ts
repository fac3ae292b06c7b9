import type { MapColors } from './map-colors.ts';
import type { MapLibreMap } from './map-library.ts';
import { screenOf, screenX, screenY } from './screen.ts';
import { ICON_PX, iconScale } from './icon-size.ts';
import { isSoftwareRendered } from './software-rendering.ts';
import type { VehicleFrame } from './vehicle-frame.ts';
import { PICTURES } from './vehicle-pictures.ts';

/** x, y in px of the map, degrees clockwise, picture, side in px. */
const COLUMNS = 5;
const ATTRIBUTES = [
  ['at', 2],
  ['turn', 1],
  ['picture', 1],
  ['side', 1],
] as const;

const VERTEX = `#version 300 es
uniform vec2 view;
uniform float density;
in vec2 at;
in float turn;
in float picture;
in float side;
out vec2 rotation;
flat out float cell;
void main() {
  gl_Position = vec4(at.x / view.x * 2.0 - 1.0, 1.0 - at.y / view.y * 2.0, 0.0, 1.0);
  gl_PointSize = side * density;
  rotation = vec2(cos(radians(turn)), sin(radians(turn)));
  cell = picture;
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
uniform sampler2D atlas;
in vec2 rotation;
flat in float cell;
out vec4 color;
void main() {
  vec2 p = gl_PointCoord - 0.5;
  vec2 q = vec2(rotation.x * p.x + rotation.y * p.y, rotation.x * p.y - rotation.y * p.x) + 0.5;
  if (q.x < 0.0 || q.y < 0.0 || q.x > 1.0 || q.y > 1.0) discard;
  color = texture(atlas, vec2((cell + q.x) / ${PICTURES}.0, q.y));
}`;

function compile(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type);
  if (!shader) throw new Error('WebGL makes no shader');
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}

function link(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, FRAGMENT));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'WebGL');
  return program;
}

/** Fills the vertices of a frame for the current camera. Exported for its test. */
export function fillPoints(
  target: Float32Array,
  frame: VehicleFrame,
  screen: ReturnType<typeof screenOf>,
  zoom: number,
): void {
  const side = ICON_PX * iconScale(zoom, frame.count);
  for (let row = 0, out = 0; row < frame.count; row++) {
    target[out++] = screenX(screen, frame.positions[row * 2] ?? 0);
    target[out++] = screenY(screen, frame.positions[row * 2 + 1] ?? 0);
    target[out++] = -(frame.angles[row] ?? 0);
    target[out++] = frame.icons[row] ?? 0;
    target[out++] = side * (frame.sizes[row] ?? 1);
  }
}

interface Drawing {
  gl: WebGL2RenderingContext;
  buffer: WebGLBuffer;
  view: WebGLUniformLocation | null;
  density: WebGLUniformLocation | null;
}

/** Sets up everything that is the same in each frame; nothing else is drawn in this context. */
function start(canvas: HTMLCanvasElement): Drawing {
  const gl = canvas.getContext('webgl2', { antialias: false, depth: false });
  if (!gl) throw new Error('The vehicles need WebGL 2');
  const program = link(gl);
  const buffer = gl.createBuffer();
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  let offset = 0;
  for (const [name, size] of ATTRIBUTES) {
    const place = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, COLUMNS * 4, offset);
    offset += size * 4;
  }
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  return {
    gl,
    buffer,
    view: gl.getUniformLocation(program, 'view'),
    density: gl.getUniformLocation(program, 'density'),
  };
}

function paintAtlas(gl: WebGL2RenderingContext, image: ImageData): void {
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
}

/**
 * Draws the vehicles as points with a picture, in one draw call, on a separate canvas over the map, so that the basemap
 * is redrawn only when the camera moves. A layer with one instance per vehicle costs a browser without a graphics card
 * more than twice as much (10,000 vehicles: 187 against 73 ms of processor time a frame).
 */
export function createVehiclePoints(map: MapLibreMap) {
  const canvas = document.createElement('canvas');
  canvas.className = 'milepost-vehicles';
  map.getContainer().append(canvas);
  let vertices = new Float32Array(0);
  let drawing = start(canvas);
  let painted = '';

  canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
  canvas.addEventListener('webglcontextrestored', () => {
    drawing = start(canvas);
    painted = '';
  });

  return {
    canvas,
    /** True if the processor draws the vehicles, because there is no graphics card. */
    software: isSoftwareRendered(drawing.gl),
    /** Draws the frame for the current camera. */
    draw(frame: VehicleFrame, colors: MapColors): void {
      const { gl, view, density } = drawing;
      const screen = screenOf(map);
      const ratio = window.devicePixelRatio;
      const [width, height] = [Math.round(screen.width * ratio), Math.round(screen.height * ratio)];
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      if (painted !== colors.key) paintAtlas(gl, colors.atlas.image);
      painted = colors.key;
      if (vertices.length < frame.count * COLUMNS) vertices = new Float32Array(frame.slots.length * COLUMNS);
      fillPoints(vertices, frame, screen, map.getZoom());
      gl.bufferData(gl.ARRAY_BUFFER, vertices.subarray(0, frame.count * COLUMNS), gl.STREAM_DRAW);
      gl.viewport(0, 0, width, height);
      gl.uniform2f(view, screen.width, screen.height);
      gl.uniform1f(density, ratio);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.drawArrays(gl.POINTS, 0, frame.count);
    },
    stop(): void {
      canvas.remove();
      drawing.gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
