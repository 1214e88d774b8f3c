import { isJsonObject, type JsonObject, type JsonValue, singleLine } from '../../src/index.ts';
import { didYouMean } from '../../src/text/nearest-name.ts';
import { ASSERTION_TYPES, type Assertion, type AssertionType, valueProblem } from '../../suites/assertions/index.ts';
import type { Refusals, Written } from './refusals.ts';
import { renderValue } from './template.ts';

/** An assertion of promptfoo, and where it stands. */
export interface ImportedAssertion {
	/** A text says why it is refused. */
	readonly assertion: Assertion | string;
	readonly place: Written['place'];
	readonly at: Written['at'];
}

/** Those of a list that decide something; what gemmark does not take is refused, each with its line and why. */
export function readAssertions(
	{ value, place, at }: Written,
	{ javascript, refusals }: { readonly javascript: boolean; readonly refusals: Refusals },
): readonly ImportedAssertion[] {
	if (value === undefined) return [];
	const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
	return entries.flatMap((entry, index) => {
		const here = [...at, index];
		const reason = isJsonObject(entry) ? refusal(entry, javascript) : 'is no object with a type';
		if (reason === undefined) {
			const { type, value: wanted, threshold } = entry as unknown as Assertion;
			return { assertion: { type, value: wanted, threshold }, place, at: here };
		}
		refusals.add(place, here, reason);
		const decidesNothing = isJsonObject(entry) && entry.weight === 0;
		return decidesNothing ? [] : { assertion: singleLine(reason).slice(0, 400), place, at: here };
	});
}

/** The assertion as it is asked of one test, its vars put in; a text says why that cannot be done. */
export function assertionFor({ assertion }: ImportedAssertion, vars: JsonObject): Assertion | string {
	if (typeof assertion === 'string') return assertion;
	const { type, value, threshold } = assertion;
	const { value: rendered, refused } = value === undefined ? { value } : renderValue(value, vars);
	const problem = refused ?? valueProblem({ type, value: rendered });
	return problem === undefined ? { type, value: rendered, threshold } : `${type}: its value ${problem}`;
}

/** Fields of an assertion, as of promptfoo 0.123. */
const FIELDS = ['type', 'value', 'threshold', 'weight', 'metric', 'transform', 'contextTransform'];
const MORE_FIELDS = ['config', 'provider', 'rubricPrompt', 'assert', '$ref'];

function refusal(entry: JsonObject, javascript: boolean): string | undefined {
	const { type, value, threshold, transform, weight } = entry;
	const plain = String(type).replace(/^not-/u, '');
	if (weight === 0) return `${String(type)}: has weight 0, so it decides nothing`;
	if (!ASSERTION_TYPES.includes(plain as AssertionType)) {
		return `${String(type)}: is not taken, only ${ASSERTION_TYPES.join(', ')} and their not-`;
	}
	const unknown = Object.keys(entry).find((name) => ![...FIELDS, ...MORE_FIELDS].includes(name));
	if (unknown !== undefined) {
		return `${String(type)}: has '${unknown}', which is no field of an assertion${didYouMean(unknown, FIELDS)}`;
	}
	if (transform !== undefined) return `${String(type)}: has a transform, which only promptfoo runs`;
	if (threshold !== undefined && (typeof threshold !== 'number' || plain !== 'javascript')) {
		return `${String(type)}: has a threshold`;
	}
	if (namesFile(value)) return `${String(type)}: is read from a file, which is not taken: write its text`;
	if (plain === 'javascript' && !javascript) {
		return 'javascript: is code, taken only with --javascript';
	}
	return undefined;
}

function namesFile(value: JsonValue | undefined): boolean {
	return typeof value === 'string' && /^(?:file|package|https?):/u.test(value);
}
