import type { Answer } from './answer.ts';
import type { Judgement } from './judge-assertion.ts';
import type { AssertedSample } from './sample.ts';

/**
 * Runs the code of a `javascript` assertion with `output` and `context` (`vars` and `prompt`): one expression, or several
 * lines that return. It is code of the operator's, with all rights of this process: a config must say that it may run.
 * Throws for code that cannot be compiled, and for a result that is neither boolean nor number nor `{ pass, reason }`.
 */
export function runJavascript(
	code: string,
	threshold: number | undefined,
	output: Answer['output'],
	{ input, vars = {} }: AssertedSample,
): Judgement {
	const check = compiled(code);
	let given: unknown;
	try {
		given = check(output, { vars, prompt: input });
	} catch (thrown) {
		// Code such as JSON.parse(output) throws for an answer that it did not expect: that is the answer's failure.
		return { pass: false, threw: true, detail: `throws ${String(thrown)}` };
	}
	if (typeof given === 'boolean') return { pass: given };
	if (typeof given === 'number') {
		return { pass: threshold === undefined ? given > 0 : given >= threshold, detail: String(given) };
	}
	if (isGrading(given)) return { pass: given.pass, detail: given.reason };
	const what = given instanceof Promise ? 'a promise, and a scorer does not wait' : typeof given;
	throw new Error(`javascript: gives ${what}, and must give true, false, a number or { pass, reason }`);
}

type Check = (output: unknown, context: object) => unknown;

const known = new Map<string, Check>();

function compiled(code: string): Check {
	const body = /\n|^\s*(?:return|const|let|if)\b/u.test(code.trim())
		? code
		: `return (${code.trim().replace(/;$/u, '')});`;
	const check = known.get(code) ?? (new Function('output', 'context', body) as Check);
	known.set(code, check);
	return check;
}

function isGrading(given: unknown): given is { readonly pass: boolean; readonly reason?: string } {
	if (typeof given !== 'object' || given === null) return false;
	const { pass, reason } = given as Readonly<Record<string, unknown>>;
	return typeof pass === 'boolean' && (reason === undefined || typeof reason === 'string');
}
