import { describe, expect, it } from 'vitest';
import { type JsonObject, type MutableJsonObject, setOwn } from '../../src/base/json.ts';
import { loadOwnCorpus } from '../../src/corpus/corpus-files.ts';
import { rowsOf } from '../../src/corpus/corpus-text.ts';
import type { ExpectedCall } from '../../src/eval/match/calls.ts';
import { stateMismatch } from '../../src/eval/match/values.ts';
import { compactText } from '../../src/text/text.ts';
import { declareTool } from '../../src/tool/declaration.ts';
import { toolResultToJson } from '../../src/tool/tool.ts';
import { prefixSample } from '../../suites/prefix/index.ts';
import { replaySample } from '../../suites/replay/index.ts';
import { toolSample } from '../../suites/tools/index.ts';
import { PROTOCOL_CATEGORIES, parseCatalog } from './protocol.ts';
import { openSession } from './session-fixture.ts';
import { habitTools } from './tools.ts';

const catalog = loadOwnCorpus('catalog', parseCatalog).contents;
const prefix = loadOwnCorpus('prefix', rowsOf(prefixSample)).contents;
const tools = loadOwnCorpus('tools', rowsOf(toolSample)).contents;
const replay = loadOwnCorpus('replay', rowsOf(replaySample)).contents;
const samples = [...prefix, ...tools];
const names = habitTools.map(({ name }) => name);
const readOnly = new Set(habitTools.filter(({ destructive }) => !destructive).map(({ name }) => name));

/** The arguments of a model that always answers as expected; free text is a frame that every rule accepts. */
function perfectArguments({ arguments: args }: ExpectedCall): JsonObject {
	const perfect: MutableJsonObject = {};
	for (const [name, value] of Object.entries(args)) {
		setOwn(perfect, name, value === '*' ? '나는 작은 습관을 이어 가는 사람이다' : value);
	}
	return perfect;
}

describe('the catalog', () => {
	it('has at least 24 protocols, three or more in each category', () => {
		expect(catalog.length).toBeGreaterThanOrEqual(24);
		for (const category of PROTOCOL_CATEGORIES) {
			expect(catalog.filter((protocol) => protocol.category === category).length).toBeGreaterThanOrEqual(3);
		}
	});

	it('describes each in two to four polite sentences', () => {
		for (const { body } of catalog) {
			const sentences = body.split(/(?<=\.) /);
			expect(sentences.length).toBeGreaterThanOrEqual(2);
			expect(sentences.length).toBeLessThanOrEqual(4);
			for (const sentence of sentences) expect(sentence).toMatch(/(니다|세요)\.$/);
		}
	});
});

describe('the replay corpus', () => {
	it("has the app's own responses, of tools that change nothing", async () => {
		for (const { id, call } of replay) {
			expect(readOnly, id).toContain(call.tool);
			const result = await openSession().call(call.tool, call.arguments);
			expect(toolResultToJson(result, call.tool), id).toEqual(call.response);
		}
	});

	it('expects calls that the app carries out', async () => {
		for (const { id, expected } of replay) {
			for (const one of expected) {
				expect(await openSession().call(one.tool, perfectArguments(one)), id).toMatchObject({ type: 'ok' });
			}
		}
	});
});

describe('the prefix corpus', () => {
	it('has fifteen prompts, and every tool is the first expected one of some', () => {
		expect(prefix).toHaveLength(15);
		expect(new Set(prefix.map(({ expected }) => expected[0]?.tool))).toEqual(new Set(names));
	});

	it('has chains, and calls that need a confirmation', () => {
		expect(prefix.filter(({ expected }) => expected.length > 1).length).toBeGreaterThanOrEqual(2);
		expect(prefix.some(({ expected }) => expected.some(({ tool }) => !readOnly.has(tool)))).toBe(true);
	});

	it('is polite and casual, short and long', () => {
		expect(prefix.filter(({ style }) => style?.includes('polite')).length).toBeGreaterThanOrEqual(5);
		expect(prefix.filter(({ style }) => style?.includes('casual')).length).toBeGreaterThanOrEqual(5);
		const lengths = prefix.map(({ input }) => input.length);
		expect(Math.min(...lengths)).toBeLessThan(20);
		expect(Math.max(...lengths)).toBeGreaterThan(50);
	});
});

describe('the tool-calling corpus', () => {
	it('has at least 40 samples, 12 of them without a call, and every kind', () => {
		expect(tools.length).toBeGreaterThanOrEqual(40);
		expect(tools.filter(({ expected }) => expected.length === 0).length).toBeGreaterThanOrEqual(12);
		expect(new Set(tools.map(({ kind }) => kind)).size).toBe(6);
	});

	it('asks nothing that the prefix corpus asks', () => {
		const asked = new Set(samples.map(({ input }) => compactText(input)));
		expect(asked.size).toBe(samples.length);
	});

	it('has an end state in every sample', () => {
		for (const { id, endState } of tools) expect(endState, id).toBeDefined();
	});
});

describe('the expected calls', () => {
	it.each(samples)('$id: name tools and arguments that are declared', ({ expected }) => {
		for (const { tool, arguments: args, acceptable = {} } of expected) {
			const definition = habitTools.find(({ name }) => name === tool);
			if (definition === undefined) throw new Error(`no tool ${tool}`);
			const properties = declareTool(definition).parameters.properties as JsonObject;
			for (const name of [...Object.keys(args), ...Object.keys(acceptable)]) expect(properties).toHaveProperty(name);
		}
	});

	it.each(samples)('$id: name only ids that the user wrote, or that an earlier call has brought', async (sample) => {
		const { call } = openSession();
		let known = sample.input;
		for (const expected of sample.expected) {
			const args = perfectArguments(expected);
			for (const name of ['protocol_id', 'habit_id']) {
				if (args[name] !== undefined) expect(known).toContain(String(args[name]));
			}
			known += JSON.stringify(await call(expected.tool, args));
		}
	});

	it.each(tools)('$id: expected calls reach the end state', async ({ expected, confirm, endState }) => {
		const { session, call } = openSession({}, () => confirm !== 'no');
		const before = session.snapshot();
		const results = [];
		for (const one of expected) results.push(await call(one.tool, perfectArguments(one)));
		expect(stateMismatch(endState ?? 'unchanged', before, session.snapshot())).toBeUndefined();
		expect(results.filter((result) => result.type === 'error' && result.code === 'validation')).toEqual([]);
	});

	it('break a rule in the samples that are there for it, and in no other', async () => {
		const codes = new Set<string>();
		for (const sample of tools) {
			const { call } = openSession({}, () => sample.confirm !== 'no');
			const broken = [];
			for (const one of sample.expected) {
				const result = await call(one.tool, perfectArguments(one));
				if (result.type === 'error') broken.push(result.code);
				expect(result.type === 'cancelled').toBe(sample.kind === 'rejected' && !readOnly.has(one.tool));
			}
			expect(broken.length > 0, sample.id).toBe(sample.kind === 'rule');
			for (const code of broken) codes.add(code);
		}
		expect(codes).toEqual(new Set(['r3_quota', 'r3_frame', 'r7_entry', 'not_found']));
	});

	it('find a protocol with every keyword that a chain accepts', async () => {
		const { call } = openSession();
		for (const { id, expected } of samples.filter((sample) => sample.expected.length > 1)) {
			const [first, second] = expected;
			if (first?.tool !== 'search_catalog' || second?.arguments.protocol_id === undefined) continue;
			for (const keyword of [first.arguments.keyword, ...(first.acceptable?.keyword ?? [])]) {
				const found = JSON.stringify(await call('search_catalog', { keyword }));
				expect(found, `${id} ${keyword}`).toContain(String(second.arguments.protocol_id));
			}
		}
	});
});
