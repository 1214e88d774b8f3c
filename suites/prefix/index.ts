export type { PrefixSample } from './prefix-sample.ts';
export { prefixSuite } from './prefix-suite.ts';
