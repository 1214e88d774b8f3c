export { replayKind } from './kind.ts';
export { type ReplaySuiteOptions, replaySuite } from './replay-suite.ts';
export type { ReplaySample } from './sample.ts';
