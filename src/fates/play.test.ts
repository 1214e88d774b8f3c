import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playGeneration, worstOutcome } from './play.ts';

const CALL = '<|tool_call>call:f{a:1}<tool_call|>';

describe('a generation played through all engines', () => {
	it('has a fate in each that is emulated for its dialect', () => {
		expect([...(playGeneration([CALL], 'gemma4')?.fates.keys() ?? [])]).toEqual([
			...['flutter-gemma', 'flutter-gemma-web', 'litert-lm', 'litert-lm-tolerant', 'llama-cpp'],
			...['ollama', 'vllm', 'mlx-lm'],
		]);
		expect(playGeneration(['네'], 'functiongemma')?.fates.has('llama-cpp')).toBe(false);
	});

	it('parts where a call is not plainly written', () => {
		const odd = '<|tool_call>call:f{a:"x"}<tool_call|>';
		const { raw = '', parting } = playGeneration([`네. ${CALL}${odd}`], 'gemma4') ?? {};
		expect(raw.slice(parting?.start, parting?.end)).toBe(odd);
	});

	it.each([
		['gemma4', '<|tool_call>call:f{a:1,}<tool_call|>', ['vllm']],
		[
			'functiongemma',
			'<start_function_call>call:f{a:<escape>x<escape>,}<end_function_call>',
			['flutter-gemma-task', 'ollama', 'vllm', 'mlx-lm'],
		],
	])('with a comma after the last argument is a call in some (%s)', (dialect, raw, engines) => {
		const tools = [{ name: 'f', parameters: { properties: { a: { type: 'number' } } } }];
		const { fates = new Map() } = playGeneration([raw], dialect, tools) ?? {};
		expect([...fates].filter(([, { outcome }]) => outcome === 'call').map(([engine]) => engine)).toEqual(engines);
		expect(fates.get('litert-lm')?.outcome).toBe('error');
	});

	it('ends before the text that the model stops at', () => {
		expect(playGeneration([CALL, '<|tool_', 'response>x'], 'gemma4')?.raw).toBe(CALL);
	});

	it.each([
		['gemma4', '찾을게요.\n```json\n{"name": "find", "parameters": {"a": 1}}\n```'],
		['gemma4', '찾을게요.\n```python\nprint(find(a=1))\n```'],
		['functiongemma', '```tool_code\nfind(a=1)\n```'],
		['functiongemma', '찾을게요. find {a: 1}'],
		['gemma3-json', '<tool_call>find</tool_call>'],
	])('leaks a call in a form that is not of its family: %s, %j', (dialect, raw) => {
		const { fates = new Map(), attempts } = playGeneration([raw], dialect, [{ name: 'find' }]) ?? {};
		expect(attempts).toBe(0);
		expect(fates.size).toBeGreaterThan(1);
		for (const { outcome, leaked } of fates.values()) expect([outcome, raw.includes(leaked)]).toEqual(['leaked', true]);
	});

	it('is undefined for an unknown dialect', () => {
		expect(playGeneration(['네'], 'klingon')).toBeUndefined();
	});

	it('is no failure of ours, whatever the model wrote', () => {
		const parts = [
			'<|tool_call>',
			'<tool_call|>',
			'call:f{',
			'a:',
			'<|"|>',
			'"',
			"'",
			'{',
			'}',
			'[',
			']',
			',',
			'1',
			'네',
		];
		const own = ['<start_function_call>', '<end_function_call>', '<escape>', '<|channel>thought\n', '<channel|>'];
		const written = fc.array(fc.oneof(fc.constantFrom(...parts, ...own), fc.string()), { maxLength: 30 });
		fc.assert(
			fc.property(written, fc.constantFrom('gemma4', 'functiongemma', 'gemma3-json'), (pieces, dialect) => {
				expect(playGeneration(pieces, dialect)?.raw.length).toBeLessThanOrEqual(pieces.join('').length);
			}),
			{ numRuns: 500 },
		);
		expect(playGeneration([`<|tool_call>call:f{${'[{a:'.repeat(4000)}`], 'gemma4')?.fates.size).toBe(0);
	});
});

it('the worst of several outcomes is what the app notices most', () => {
	expect(worstOutcome(['call', 'leaked', 'text-shown'])).toBe('leaked');
	expect(worstOutcome([])).toBeUndefined();
});
