import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appDouble } from '../../testing/doubles/app-double.ts';
import { builtSuite, suiteContextDouble } from '../../testing/doubles/suite-context-double.ts';
import { evaluateScripted } from '../../testing/scripted-evaluation.ts';
import type { Sample } from '../sample.ts';
import type { Scorer } from '../suite.ts';
import { defineSuite } from './define-suite.ts';
import type { SuiteOptions } from './suite-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-suite-'));
afterAll(() => rmSync(folder, { recursive: true }));

const spoke: Scorer = { name: 'spoke', score: (_sample, { answer }) => answer !== undefined };
const words: Scorer = { name: 'words', kind: 'number', score: (_sample, { answer = '' }) => answer.split(' ').length };
const samples: readonly Sample[] = [
	{ id: 'a', input: '몇 그램이야?' },
	{ id: 'b', input: '몇 컵이야?' },
];
const optionsOf = (changes: Partial<SuiteOptions<Sample>> = {}): SuiteOptions<Sample> => ({
	name: 'units',
	samples,
	scorers: [spoke, words],
	...changes,
});
const build = (changes: Partial<SuiteOptions<Sample>> = {}): ReturnType<typeof builtSuite> =>
	builtSuite(defineSuite(optionsOf(changes)));

describe('defineSuite', () => {
	it('is a suite of one free variant, asked in one turn, with what was given', async () => {
		const suite = await build();
		expect(suite).toMatchObject({ name: 'units', version: '1', samples, variants: [{ name: 'free' }], oneTurn: true });
		expect(suite.scorers).toEqual([spoke, words]);
		expect([suite.title, suite.view, suite.decision]).toEqual([undefined, undefined, undefined]);
		expect(suite.groups).toBeUndefined();
	});

	it('asks the app by itself', async () => {
		const suite = await build();
		const script = [[{ text: '두 컵이에요' }]];
		const { scores, groups } = await evaluateScripted(suite, { id: 'b', input: '몇 컵이야?' }, script);
		expect(scores).toEqual({ spoke: { value: true }, words: { value: 2 } });
		expect(groups).toBeUndefined();
	});

	it('confirms what the app asks unless the sample says no', async () => {
		const suite = await builtSuite<Sample & { confirm?: 'no' }>(defineSuite({ ...optionsOf(), samples }));
		const call = { call: 'add_habit', arguments: { protocol_id: 'a', frame_level: 'L2', framed_text: '나는 걷는다' } };
		const script = [[call], [{ text: '네' }]];
		const stateAfter = async (sample: Sample & { confirm?: 'no' }): Promise<unknown> =>
			(await evaluateScripted(suite, sample, script)).transcript.facts.after;
		expect(await stateAfter({ id: 'a', input: '추가' })).toEqual({ habits: [call.arguments] });
		expect(await stateAfter({ id: 'a', input: '추가', confirm: 'no' })).toEqual({ habits: [] });
	});

	it('is no suite of single turns where its solver is its own', async () => {
		const own = { solve: async () => ({ messages: [], facts: {} }) };
		expect((await build(own)).oneTurn).toBe(false);
		expect((await build({ ...own, oneTurn: true })).oneTurn).toBe(true);
	});

	it('identifies inline samples by what they say, whatever the order of their fields', async () => {
		const identity = (await build()).corpus;
		expect(identity).toEqual({ name: 'units', version: 'inline', sha256: expect.any(String), prompts: [] });
		expect(identity.sha256).toMatch(/^[0-9a-f]{64}$/u);
		const turned = samples.map(({ id, input }) => ({ input, id }));
		expect((await build({ samples: turned })).corpus.sha256).toBe(identity.sha256);
		expect((await build({ samples: samples.slice(1) })).corpus.sha256).not.toBe(identity.sha256);
	});

	it('reads samples of a file', async () => {
		const file = join(folder, 'units.jsonl');
		writeFileSync(file, samples.map((sample) => JSON.stringify(sample)).join('\n'));
		const suite = await build({ samples: file });
		expect(suite.samples).toEqual(samples);
		expect(suite.corpus).toMatchObject({ name: 'units.jsonl', version: 'unversioned' });
	});

	it('takes no ids and inputs from a file that its own schema alone would', async () => {
		const file = join(folder, 'blank.jsonl');
		writeFileSync(file, '{"id":"a","input":"안녕"}\n{"id":"b","input":" "}');
		const schema = z.object({ id: z.string(), input: z.string() });
		await expect(build({ samples: file, schema })).rejects.toThrow(
			expect.objectContaining({ message: expect.stringContaining('samples[1].input: must not be blank') }),
		);
	});

	it('counts its own files, and those of the app unless it does not use it', async () => {
		const file = { name: 'prompt.md', version: '1', sha256: 'a' };
		const appFile = { name: 'system.md', version: '2', sha256: 'b' };
		const context = suiteContextDouble({ ...appDouble(), files: [appFile] });
		const promptsOf = async (usesApp?: boolean): Promise<unknown> =>
			(await defineSuite(optionsOf({ files: [file], usesApp })).build(context)).corpus.prompts;
		expect(await promptsOf()).toEqual([file, appFile]);
		expect(await promptsOf(false)).toEqual([file]);
	});

	it('checks and changes samples by their schema', async () => {
		const schema = z.strictObject({ id: z.string(), input: z.string().toUpperCase() });
		expect((await build({ schema, samples: [{ id: 'a', input: 'cup' }] })).samples).toEqual([
			{ id: 'a', input: 'CUP' },
		]);
		const wrong = { id: 'a', input: 'cup', unit: 'g' };
		await expect(build({ schema, samples: [wrong] })).rejects.toThrow(/^suite units: samples\[0\]/u);
	});

	it('decides on its main rate, else its first, or on the one that is named', async () => {
		const fine: Scorer = { name: 'fine', score: () => true };
		const main: Scorer = { name: 'best', main: true, score: () => true };
		const decided = async (scorers: Scorer[], score?: string): Promise<string | undefined> =>
			(await build({ scorers, decision: { score, hits: 1, of: 2 } })).decision?.score;
		expect(await decided([words, spoke, fine])).toBe('spoke');
		expect(await decided([spoke, main])).toBe('best');
		expect(await decided([spoke, main], 'spoke')).toBe('spoke');
	});

	it('gives a decision two outcomes of its own where none are named', async () => {
		const { decision } = await build({ decision: { hits: 1, of: 2 } });
		expect(decision).toMatchObject({ threshold: { hits: 1, of: 2 }, paths: [{ name: 'pass' }, { name: 'fail' }] });
	});

	it('reads what a path records from its file, or takes it as it is written', async () => {
		const file = join(folder, 'record.md');
		writeFileSync(file, '# Kept\n');
		const recorded = async (no: string): Promise<unknown> => {
			const paths = { yes: { title: 'yes', record: file }, no: { title: 'no', record: no } };
			return (await build({ decision: { hits: 1, of: 2, paths } })).decision?.paths.map(({ record }) => record);
		};
		for (const no of [
			'# Dropped\n\nThat is why.',
			'{{hits}} of {{n}}: dropped',
			'Dropped.',
			'# Kept in {{title}}.md',
		]) {
			expect(await recorded(no)).toEqual(['# Kept\n', no]);
		}
		await expect(recorded('records/none.md')).rejects.toThrow('none.md');
	});
});

/** What JavaScript lets through. */
const wrong = (changes: object): Partial<SuiteOptions<Sample>> => changes;

type Wrong = [title: string, changes: Partial<SuiteOptions<Sample>>, code: string, params?: object];

describe('a definition that contradicts itself', () => {
	it.each<Wrong>([
		['no scorers', { scorers: [] }, 'suite.no-scorers'],
		[
			'a scorer named as a column of another',
			{ scorers: [{ ...spoke, name: 'spoke_reason' }, spoke] },
			'suite.name-taken',
			{ field: 'scorers[0].name', name: 'spoke_reason' },
		],
		['two scorers of one name', { scorers: [spoke, words, spoke] }, 'suite.name-twice', { field: 'scorers[2].name' }],
		...['a.b', '__proto__', ''].map(
			(name): Wrong => [
				`a scorer that no column can be named after, '${name}'`,
				{ scorers: [spoke, { ...spoke, name }] },
				'suite.name-not-a-word',
				{ field: 'scorers[1].name', name },
			],
		),
		...['hits', 'n', 'rate', 'probability', 'unscored', 'formatAdherence', 'thoughtTokens'].map(
			(name): Wrong => [
				`a score with the name of a metric, ${name}`,
				{ scorers: [spoke, { ...words, name }] },
				'suite.name-taken',
				{ field: 'scorers[1].name', other: `the metric units.${name}` },
			],
		),
		...['latency', 'fate', 'flips', 'model'].map(
			(name): Wrong => [`a name with which metrics of a run begin, ${name}`, { name }, 'suite.name-taken', { name }],
		),
		[
			'a score with the name of a variant',
			{ scorers: [{ ...words, name: 'free' }] },
			'suite.name-taken',
			{ other: 'a variant of the suite' },
		],
		['two main scores', { scorers: [spoke, words].map((one) => ({ ...one, main: true })) }, 'suite.mains'],
		[
			'a rate with a unit',
			{ scorers: [spoke, { ...spoke, name: 'b', unit: 's' }] },
			'suite.rate-field',
			{ field: 'scorers[1].unit' },
		],
		[
			'a rate with a budget',
			{ scorers: [{ ...spoke, budget: 3 }] },
			'suite.rate-field',
			{ field: 'scorers[0].budget' },
		],
		['two variants of one name', { variants: [{ name: 'a' }, { name: 'a' }] }, 'suite.name-twice', { name: 'a' }],
		[
			'a variant that no metric can be named after',
			{ variants: [{ name: 'a.b' }] },
			'suite.name-not-a-word',
			{ field: 'variants[0].name' },
		],
		...['Units', 'my units', ''].map((name): Wrong => [`the name '${name}'`, { name }, 'suite.name', { suite: name }]),
		[
			'a misspelt field',
			wrong({ decison: { hits: 1, of: 2 } }),
			'suite.field-unknown',
			{ field: 'decison', near: 'decision' },
		],
		[
			'a misspelt field of a scorer',
			wrong({ scorers: [{ ...spoke, unitt: 's' }] }),
			'suite.field-unknown',
			{ field: 'scorers[0].unitt', near: 'unit' },
		],
		[
			'paths that JavaScript would put in another order',
			wrong({ decision: { hits: 1, of: 2, paths: { 2: { title: 'two' }, 1: { title: 'one' } } } }),
			'suite.field',
			{ field: 'decision.paths' },
		],
		[
			'a misspelt field of the decision',
			wrong({ decision: { hit: 1, of: 2 } }),
			'suite.field-unknown',
			{ field: 'decision.hit', near: 'hits' },
		],
		...[{ kind: 'nmber' }, { direction: 'down' }, { score: 'x' }].map(
			(fields): Wrong => [
				`${Object.keys(fields)[0]} that there is not`,
				wrong({ scorers: [{ ...spoke, ...fields }] }),
				'suite.field',
				{ field: `scorers[0].${Object.keys(fields)[0]}` },
			],
		),
		['a version that is no text', wrong({ version: 2 }), 'suite.field', { field: 'version' }],
	])('is refused at once: %s', (_title, changes, code, params = {}) => {
		expect(() => defineSuite(optionsOf(changes))).toThrow(
			expect.objectContaining({ exitCode: 2, said: { code, params: expect.objectContaining(params) } }),
		);
	});

	const idAndInput = z.object({ id: z.string(), input: z.string() });
	it.each<Wrong>([
		['no samples', { samples: [] }, 'suite.no-samples'],
		['an id twice', { samples: [...samples, ...samples] }, 'suite.same-id', { id: 'a' }],
		['a sample without an id', { samples: [{ id: '', input: '' }] }, 'suite.field', { field: 'samples[0].id' }],
		['a sample that is none', { samples: [null as unknown as Sample] }, 'suite.field', { field: 'samples[0]' }],
		...['豆腐', 'A b/../c', '=cmd', 'a--b', 'x'.repeat(61)].map(
			(id): Wrong => [
				`the id ${id}, whatever the schema takes`,
				{ schema: idAndInput, samples: ['a', id].map((id) => ({ id, input: 'b' })) },
				'suite.field',
				{ field: `samples[1].id '${id}'` },
			],
		),
		...['', ' \n', '\u200b'].map(
			(input): Wrong => [
				`a blank input, ${JSON.stringify(input)}`,
				{ schema: idAndInput, samples: [{ id: 'a', input }] },
				'suite.field',
				{ field: 'samples[0].input' },
			],
		),
		['a decision on a number', { decision: { score: 'words', hits: 1, of: 2 } }, 'suite.decision-score'],
		['a decision on no score', { decision: { score: 'none', hits: 1, of: 2 } }, 'suite.decision-score'],
		['a decision of numbers alone', { scorers: [words], decision: { hits: 1, of: 2 } }, 'suite.decision-no-rate'],
		[
			'a decision with two answers to a prompt',
			{ variants: [{ name: 'free' }, { name: 'constrained' }], decision: { hits: 1, of: 2 } },
			'suite.decision-variants',
			{ n: 2 },
		],
	])('is refused when it is built: %s', async (_title, changes, code, params = {}) => {
		await expect(build(changes)).rejects.toMatchObject({ exitCode: 2, said: { code, params } });
	});
});
