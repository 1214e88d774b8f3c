export { type AssertionsSuiteOptions, assertionsSuite } from './assertions-suite.ts';
export { assertionsKind } from './kind.ts';
export {
	ASSERTION_TYPES,
	type AssertedSample,
	type Assertion,
	type AssertionType,
	assertedSample,
	valueProblem,
} from './sample.ts';
