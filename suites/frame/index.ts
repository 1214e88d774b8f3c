export { type FrameSample, frameSamples } from './frame-sample.ts';
export { frameSuite } from './frame-suite.ts';
