// Stands in for parts of luma.gl that are for WebGPU alone: @luma.gl/gpgpu, with which deck.gl packs attributes (core,
// attribute-buffer-groups), and what reads shaders in WebGPU's language. This application draws with WebGL, and 40 kB of
// script stay away.

const refuse = () => {
  throw new Error('This is for WebGPU alone.');
};

export const backendRegistry = { add: refuse };
export const cleanEvaluateSync = refuse;
export const interleave = refuse;
export const GPUDataEvaluator = refuse;
export const scanWGSLInterface = refuse;
export const getShaderBindingDebugRowsFromWGSL = refuse;
