export { type PrefixSuiteOptions, prefixSuite } from './prefix-suite.ts';
export type { PrefixSample } from './sample.ts';
export { prefixKind } from './kind.ts';
