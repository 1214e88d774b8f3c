export { type FrameSuiteOptions, frameSuite } from './frame-suite.ts';
export type { FrameSample } from './sample.ts';
export { frameKind } from './kind.ts';
