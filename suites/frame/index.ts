export type { FrameSample } from './frame-sample.ts';
export { frameSuite } from './frame-suite.ts';
