export { type FrameSuiteOptions, frameSuite } from './frame-suite.ts';
export { frameKind } from './kind.ts';
export type { FrameSample } from './sample.ts';
