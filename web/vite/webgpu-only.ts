// Stands in for @luma.gl/gpgpu, which deck.gl uses on WebGPU alone, to pack attributes (core, attribute-buffer-groups);
// this application draws with WebGL, and 40 kB of script stay away.

const refuse = () => {
  throw new Error('Attributes are packed on WebGPU alone.');
};

export const backendRegistry = { add: refuse };
export const cleanEvaluateSync = refuse;
export const interleave = refuse;
export const GPUDataEvaluator = refuse;
