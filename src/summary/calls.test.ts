import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../base/read-file.ts';
import type { EvaluatedRun } from '../eval/header.ts';
import type { ExpectedCall } from '../eval/match/calls.ts';
import type { LoggedEvent, SampleResult } from '../eval/sample.ts';
import type { Score } from '../eval/score.ts';
import { intervalOf } from '../stats/rate.ts';
import { callFixture, transcriptFixture } from '../testing/transcript-fixture.ts';
import { type CallTable, callTable } from './calls.ts';

const read = (name: string): string => readFileSync(join(packageRoot(), 'lab/tuning', name), 'utf8');

interface ScriptedTurn {
	readonly id: string;
	readonly expected: readonly ExpectedCall[];
	readonly calls: readonly { readonly name: string; readonly arguments: ExpectedCall['arguments'] }[];
	readonly malformed: number;
	readonly order?: 'given';
}

const BROKEN: LoggedEvent = { type: 'malformed', reason: 'unclosed', raw: 'call:' };

function sampleOf(
	{ id, expected, calls, malformed, order }: ScriptedTurn,
	epoch = 0,
	score: Score = { value: true },
): SampleResult {
	const events = [...calls.map((call) => callFixture(call.name, call.arguments)), ...Array(malformed).fill(BROKEN)];
	return {
		suite: 'tools',
		sampleId: id,
		variant: 'free',
		epoch,
		seed: 1,
		sample: { id, input: id, expected: expected as never, ...(order && { order }) },
		transcript: transcriptFixture([events]),
		scores: { correct: score },
		timings: { generations: [], endToEndMs: 1, cold: false },
	};
}

const SUITE: EvaluatedRun['header']['suites'][number] = {
	name: 'tools',
	version: '1',
	corpus: { sha256: '', prompts: [] } as never,
	skipped: [],
	planned: 30,
	scores: { correct: { kind: 'rate', title: 'right', calls: 'all' } },
};
const required = {
	set_alarm: ['time'],
	set_timer: ['minutes'],
	send_message: ['to', 'text'],
	play_music: ['query'],
	get_weather: ['city'],
};
const HEADER = {
	app: { name: 'a', tools: Object.entries(required).map(([name, own]) => ({ name, parameters: { required: own } })) },
	suites: [SUITE],
} as unknown as EvaluatedRun['header'];
const tableOf = (samples: readonly SampleResult[]): CallTable => {
	const table = callTable({ header: HEADER }, SUITE, samples, true);
	if (table === undefined) throw new Error('no table');
	return table;
};

const turns: readonly ScriptedTurn[] = read('calls-30.jsonl')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line));

describe('the table of 30 scripted turns', () => {
	it('has a clustered interval for one prompt of several epochs', () => {
		const [first, second] = turns as [ScriptedTurn, ScriptedTurn];
		const repeated = tableOf([0, 1, 2].flatMap((epoch) => [sampleOf(first, epoch), sampleOf(second, epoch)]));
		expect(repeated.tools[0]?.recall?.clustered?.clusters).toBe(2);
	});
	it('leaves out unscored samples, BFCL rows, and turns that failed in silence', () => {
		const [turn, ...rest] = turns as [ScriptedTurn];
		const unscored = sampleOf(turn, 0, { unscored: 'cut-length' });
		const failed = sampleOf({ ...turn, id: 'silent', expected: [], calls: [] });
		const possible = { ...sampleOf(turn), sample: { ...sampleOf(turn).sample, possible: 'any' } };
		const left = [unscored, { ...failed, transcript: { ...failed.transcript, error: 'no' } }, possible];
		const partly = tableOf([...left, ...rest.map((one) => sampleOf(one))]);
		expect(partly).toMatchObject({ leftOut: 3, open: { set_alarm: [{ reason: 'cut-length', count: 1 }] } });
		expect(partly.tools.every(({ recall }) => recall === undefined || intervalOf(recall) === undefined)).toBe(true);
	});
});
