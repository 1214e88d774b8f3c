export type { ToolSample } from './tool-sample.ts';
export { toolsSuite } from './tools-suite.ts';
