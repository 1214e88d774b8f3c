import { describe, expect, it } from 'vitest';
import { summarizeDecisions } from '../summary/decided.ts';
import { summarizeSuites } from '../summary/suites.ts';
import { parseLog } from './parse-log.ts';

/** As gemmark wrote them before suites declared their scores. */
const HEADER =
	'{"type":"header","version":1,"gemmark":"0.1.0","startedAt":"2026-11-20T09:00:00.000Z","model":{"name":"model.gguf","miniature":false},"engine":{"runner":"llama-cpp","version":"3.22.1","backend":"cpu"},"settings":{"seed":1,"epochs":1,"temperature":0,"maxTokens":512,"deadlineMs":60000,"policy":"push","reading":"lenient","dialect":"gemma4","reflection":false},"suites":[{"name":"prefix","version":"1","corpus":{"name":"prefix","version":"1","sha256":"0","prompts":[]},"skipped":[],"planned":2},{"name":"frame","version":"1","corpus":{"name":"frames","version":"1","sha256":"0","prompts":[]},"skipped":[{"arm":"constrained","reason":"this engine has no constrained decoding"}],"planned":1},{"name":"tools","version":"1","corpus":{"name":"tools","version":"1","sha256":"0","prompts":[]},"skipped":[],"planned":1}],"host":{"cpu":"cpu","cores":1,"memoryBytes":1,"os":"os","node":"v24"},"command":"gemmark run"}';
const SAMPLES = [
	'{"type":"sample","suite":"prefix","sampleId":"p01","arm":"free","epoch":0,"seed":7,"sample":{"id":"p01","input":"수면 습관 추천해 줘"},"transcript":{"messages":[],"generations":[],"facts":{}},"scores":{"meaningful":{"value":false,"reason":"no-tool-call"},"called":{"value":false},"turnOrder":{"value":true}},"timings":{"generations":[],"endToEndMs":900,"cold":true}}',
	'{"type":"sample","suite":"prefix","sampleId":"p02","arm":"free","epoch":0,"seed":8,"sample":{"id":"p02","input":"잠이 안 와"},"transcript":{"messages":[],"generations":[],"facts":{}},"scores":{"meaningful":{"value":true},"called":{"value":true},"firstTool":{"value":true},"arguments":{"value":false,"reason":"value_error:string","detail":"category"},"strictFormat":{"value":true},"turnOrder":{"value":true}},"timings":{"generations":[],"endToEndMs":300,"cold":false}}',
	'{"type":"sample","suite":"frame","sampleId":"f01","arm":"free","epoch":0,"seed":9,"sample":{"id":"f01","input":"술 끊고 싶어","habitType":"break"},"transcript":{"messages":[],"generations":[],"facts":{}},"scores":{"valid":{"value":false,"reason":"empty"},"candidates":{"value":0},"candidatesReturned":{"value":3}},"timings":{"generations":[],"endToEndMs":300,"cold":false}}',
];
const FOOTER = '{"type":"footer","endedAt":"2026-11-20T09:01:00.000Z","outcome":"complete"}';

const log = parseLog([HEADER, ...SAMPLES, FOOTER], 'log.jsonl');

describe('a log of version 1', () => {
	it('is read with the scores that its samples have, declared by their values', () => {
		expect(log.header.version).toBe(1);
		const [prefix, frame, tools] = log.header.suites.map(({ scores }) => scores);
		expect(Object.keys(prefix ?? {})).toEqual([
			...['meaningful', 'called', 'turnOrder', 'firstTool', 'arguments', 'strictFormat'],
		]);
		for (const [name, declaration] of Object.entries(prefix ?? {})) {
			expect(declaration).toEqual({ kind: 'rate', title: name });
		}
		expect(frame).toEqual({
			valid: { kind: 'rate', title: 'valid' },
			candidates: { kind: 'number', title: 'candidates' },
			candidatesReturned: { kind: 'number', title: 'candidatesReturned' },
		});
		expect(tools).toEqual({});
	});

	it('is summarised as any other', () => {
		const [prefix] = summarizeSuites(log);
		const [meaningful] = prefix?.arms[0]?.scores ?? [];
		expect(meaningful).toMatchObject({
			name: 'meaningful',
			rate: { hits: 1, n: 2 },
			reasons: [{ reason: 'no-tool-call', count: 1 }],
			unscored: [],
		});
	});

	it('declares no decision, so that none is made of it', () => {
		expect(summarizeDecisions(log)).toEqual([]);
	});

	it('is as readable without samples', () => {
		expect(parseLog([HEADER], 'log.jsonl').header.suites.map(({ scores }) => scores)).toEqual([{}, {}, {}]);
	});
});
