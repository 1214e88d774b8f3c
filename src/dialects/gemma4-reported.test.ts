import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinSpans, readChunks, readText } from '../testing/contract/spans.ts';
import type { ParsedSpan } from './dialect.ts';
import { GEMMA4_FRAMES, GEMMA4_LANGUAGES, GEMMA4_VALUES, type ReportedForm } from './gemma4.cases.ts';
import { gemma4 } from './gemma4.ts';

const FORMS = [...GEMMA4_FRAMES, ...GEMMA4_LANGUAGES, ...GEMMA4_VALUES];

describe.each([
	['openers, closers and channels', GEMMA4_FRAMES],
	['other languages', GEMMA4_LANGUAGES],
	['keys and values', GEMMA4_VALUES],
] as const)('of %s the lenient reading reads', (_group, forms) => {
	it.each(forms.map((one) => [one.form, one] as const))('%s', (_form, one) => {
		expect(outcome(readText(gemma4, 'lenient', one.wrote))).toEqual(expectedOf(one));
	});
});

describe('of every reported form', () => {
	it.each(FORMS.map((one) => [one.form, one.wrote] as const))(
		'%s the strict reading takes none repaired',
		(_, wrote) => {
			const strict = readText(gemma4, 'strict', wrote);
			expect(strict.flatMap((span) => (span.type === 'call' ? span.repairs : []))).toEqual([]);
			const [lenientCalls, strictCalls] = [readText(gemma4, 'lenient', wrote), strict].map(
				(spans) => spans.filter((span) => span.type === 'call' && span.repairs.length === 0).length,
			);
			expect(strictCalls).toBe(lenientCalls);
		},
	);

	it('any cut into chunks gives the same spans, alone and one after the other', () => {
		const reading = fc.constantFrom('strict' as const, 'lenient' as const);
		const texts = fc.array(fc.constantFrom(...FORMS.map(({ wrote }) => wrote)), { minLength: 1, maxLength: 3 });
		fc.assert(
			fc.property(texts, reading, fc.array(fc.nat(9), { maxLength: 40 }), (parts, how, cuts) => {
				const text = parts.join('');
				expect(joinSpans(readChunks(gemma4, how, text, cuts))).toEqual(joinSpans(readText(gemma4, how, text)));
			}),
			{ numRuns: 500 },
		);
	});

	it('a source is named', () => {
		for (const { source } of FORMS)
			expect(source).toMatch(/[\w.-]+\/[\w.-]+.* (?:\S*[0-9a-f]{7,8}\)?|\d{4}-\d\d(?:-\d\d)?.*)$/u);
	});
});

function outcome(spans: readonly ParsedSpan[]): unknown {
	const joined = (type: 'text' | 'thinking'): string =>
		spans.map((span) => (span.type === type ? span.text : '')).join('');
	return {
		calls: spans.flatMap((span) => (span.type === 'call' ? [[span.name, span.arguments, ...span.repairs]] : [])),
		malformed: spans.flatMap((span) => (span.type === 'malformed' ? [span.reason] : [])),
		text: joined('text'),
		thinking: joined('thinking'),
	};
}

function expectedOf({ calls = [], malformed = [], text = '', thinking = '' }: ReportedForm): unknown {
	return { calls, malformed, text, thinking };
}
