import { describe, expect, it } from 'vitest';
import type { LogHeader } from '../log/record.ts';
import { logHeaderFixture } from '../testing/log-line-fixture.ts';
import { runSettingsFixture } from '../testing/run-settings-fixture.ts';
import { namesApart, summarizeRun } from './summarize.ts';

const header = {
	...logHeaderFixture(),
	settings: runSettingsFixture({ temperature: 0 }),
	model: { name: 'gemma-4-E2B-it', miniature: false },
	template: { source: '<|turn>user' },
};
const isGreedy = (changes: object): boolean => summarizeRun({ header: { ...header, ...changes }, samples: [] }).greedy;

describe('greedy', () => {
	it.each<[string, object]>([
		['Gemma', {}],
		['Gemma that an engine renders for, by its name', { template: undefined }],
		[
			'Gemma that an engine renders for, by its architecture',
			{ template: undefined, model: { name: 'coach', architecture: 'gemma3n', miniature: false } },
		],
	])('says that a run of a %s was greedy', (_, changes) => {
		expect(isGreedy(changes)).toBe(true);
	});

	it.each<[string, object]>([
		['a run with a temperature', { settings: runSettingsFixture({ temperature: 1 }) }],
		['the miniature', { model: { name: 'mini', miniature: true } }],
		['another model', { template: { source: '<|user|>' } }],
		['a model that is not recognised as a Gemma', { template: undefined, model: { name: 'coach', miniature: false } }],
	])('says nothing of %s', (_, changes) => {
		expect(isGreedy(changes)).toBe(false);
	});
});

const base = logHeaderFixture();
const named = (name: string, runner = 'llama-cpp', device?: string): LogHeader => ({
	...base,
	model: { ...base.model, name },
	engine: { ...base.engine, runner },
	host: { ...base.host, ...(device !== undefined && { device }) },
});

it.each<[string, readonly LogHeader[], readonly string[]]>([
	['by their names', [named('a'), named('b')], ['a', 'b']],
	['by their engines where one file runs in two', [named('a'), named('a', 'wllama')], ['a (llama-cpp)', 'a (wllama)']],
	[
		'by their devices where one engine has it',
		[named('a', 'device', 'X'), named('a', 'device', 'Y')],
		['a (X)', 'a (Y)'],
	],
	['by their places where nothing else does', [named('a'), named('b'), named('a')], ['a (1)', 'b', 'a (3)']],
])('names of several runs are unique %s', (_, headers, names) => {
	expect(namesApart(headers)).toEqual(names);
});
