import { expect, test } from 'vitest';
import { isSoftware } from './software-rendering.ts';

// As browsers report them (UNMASKED_RENDERER_WEBGL).
test.each([
  ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)', true],
  ['llvmpipe (LLVM 15.0.6, 256 bits)', true],
  ['ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0, D3D11)', true],
  ['ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)', false],
  ['ANGLE (Apple, ANGLE Metal Renderer: Apple M2, Unspecified Version)', false],
  ['Adreno (TM) 650', false],
])('%s: %s', (name, software) => {
  expect(isSoftware(name)).toBe(software);
});
