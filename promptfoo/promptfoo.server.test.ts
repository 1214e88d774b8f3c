import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../src/base/read-file.ts';
import { declaredApp } from '../src/config/app/declared-app.ts';
import { readLogFile } from '../src/log/read-log.ts';
import type { LogSample } from '../src/log/record.ts';
import { declareTool } from '../src/tool/declaration.ts';
import { ANSWERED_CASES, WEATHER } from '../suites/assertions/assertion.cases.ts';
import { judgeAssertion } from '../suites/assertions/judge.ts';
import { installedPromptfoo } from './promptfoo-command.ts';
import { type Ended, gemmarkIn, promptfooIn, readJson } from './promptfoo-fixture.ts';

const promptfoo = installedPromptfoo(packageRoot());
const WHERE = promptfoo === undefined ? ' (skipped: promptfoo is not here; npm run test:promptfoo brings it)' : '';

interface Evaluated {
	readonly results: {
		readonly results: readonly {
			readonly success: boolean;
			readonly failureReason: number;
			readonly latencyMs: number;
			readonly vars: Readonly<Record<string, string>>;
			readonly gradingResult: {
				readonly reason: string;
				readonly componentResults: readonly { readonly pass: boolean }[];
			} | null;
			readonly response: {
				readonly metadata: Pick<LogSample, 'suite' | 'variant' | 'epoch' | 'seed' | 'scores'> & {
					readonly sample: string;
				};
			};
		}[];
		readonly stats: { readonly successes: number; readonly failures: number; readonly errors: number };
	};
}

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-promptfoo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function promptfooNow(asked: readonly string[]): Promise<Ended> {
	if (promptfoo === undefined) throw new Error('skipped without promptfoo');
	return promptfooIn(folder, promptfoo, asked);
}

const configOf = (run: object): string =>
	JSON.stringify({
		prompts: ['{{input}}'],
		providers: [{ id: `file://${join(packageRoot(), 'promptfoo/provider.ts')}`, label: 'gemmark', config: run }],
		tests: [{ path: `file://${join(packageRoot(), 'promptfoo/tests.ts')}`, config: run }],
		sharing: false,
	});

/** What both know of a sample. */
const rowsOfPromptfoo = ({ results }: Evaluated): readonly object[] =>
	results.results.map(({ success, failureReason, response: { metadata } }) => {
		const { suite, sample, variant, epoch, seed, scores } = metadata;
		return { suite, sample, variant, epoch, seed, scores, success, unscored: failureReason === 2 };
	});
const rowsOfRun = (samples: readonly LogSample[], main: Readonly<Record<string, string>>): readonly object[] =>
	samples.map(({ suite, sampleId: sample, variant, epoch, seed, scores }) => {
		const { value } = scores[main[suite] ?? ''] ?? {};
		return { suite, sample, variant, epoch, seed, scores, success: value === true, unscored: value === undefined };
	});

/** Of the two commands in turn; their times are printed. */
const ROUNDS = Number(process.env.GEMMARK_PROMPTFOO_ROUNDS ?? 1);

describe.skipIf(promptfoo === undefined)(`gemmark in the real promptfoo${WHERE}`, () => {
	it('gives the fifteen rows of gemmark run, and prints how long both take', { timeout: 300_000 }, async () => {
		const walls = { promptfoo: [] as number[], gemmark: [] as number[] };
		const config = join(packageRoot(), 'promptfooconfig.yaml');
		for (let round = 1; round <= ROUNDS; round += 1) {
			const run = await gemmarkIn(folder, ['run', '--suite', 'prefix', '--seed', '1', '--out', `run-${round}`]);
			const out = join(folder, `eval-${round}.json`);
			const evaluated = await promptfooNow([
				'eval',
				'-c',
				config,
				'--filter-metadata',
				'suite=prefix',
				'--no-table',
				'-o',
				out,
			]);
			expect([run.code, evaluated.code], evaluated.output).toEqual([0, 100]);
			walls.gemmark.push(run.wallMs);
			walls.promptfoo.push(evaluated.wallMs);
			const { samples } = await readLogFile(join(folder, `run-${round}`, 'log.jsonl'));
			const rows = rowsOfPromptfoo(readJson(out));
			expect(rows).toHaveLength(15);
			expect(rows).toEqual(rowsOfRun(samples, { prefix: 'meaningful' }));
		}
		const seconds = (times: readonly number[]): string => times.map((ms) => (ms / 1000).toFixed(2)).join(' ');
		process.stdout.write(
			`15 prefix samples on the miniature, wall seconds, in turn: gemmark run ${seconds(walls.gemmark)}, promptfoo eval ${seconds(walls.promptfoo)}\n`,
		);
	});

	it('honours seed, temperature, limit and epochs, also of frames in both variants, whatever the concurrency', async () => {
		const run = { suites: ['prefix', 'frame'], seed: 7, temperature: 1, limit: 3, epochs: 2 };
		writeFileSync(join(folder, 'promptfooconfig.json'), configOf(run));
		const out = join(folder, 'eval.json');
		await promptfooNow(['eval', '-c', 'promptfooconfig.json', '-j', '4', '--no-table', '-o', out]);
		const flags = ['--suite', 'prefix,frame', '--seed', '7', '--temperature', '1', '--limit', '3', '--epochs', '2'];
		await gemmarkIn(folder, ['run', ...flags, '--out', 'run']);
		const { samples } = await readLogFile(join(folder, 'run', 'log.jsonl'));
		const rows = rowsOfPromptfoo(readJson(out));
		expect(rows).toHaveLength(18);
		expect(rows).toEqual(rowsOfRun(samples, { prefix: 'meaningful', frame: 'clean' }));
	});

	it('tells in one line what keeps a model from loading', async () => {
		writeFileSync(join(folder, 'gemmark.config.yaml'), 'targets: [{ model: missing.gguf }]\n');
		writeFileSync(join(folder, 'promptfooconfig.json'), configOf({ suites: ['prefix'], limit: 1 }));
		const { output } = await promptfooNow([
			'eval',
			'-c',
			'promptfooconfig.json',
			'--no-table',
			'-o',
			join(folder, 'eval.json'),
		]);
		const { stats, results } = readJson<Evaluated>(join(folder, 'eval.json')).results;
		expect(stats, output).toMatchObject({ successes: 0, failures: 0, errors: 1 });
		expect(results[0]).toMatchObject({
			error: expect.stringMatching(/^missing\.gguf: no model file\. Check the path[^\n]+$/u),
		});
	});

	it('judges assertions as gemmark does', async () => {
		const app = declaredApp(
			{ name: 'cases', system: 'x', tools: WEATHER },
			{ file: 'cases', folder, allowOutside: true },
		);
		const tools = app.open().tools.map((tool) => declareTool(tool));
		writeFileSync(
			join(folder, 'said.mjs'),
			`export default class { constructor({ config }) { this.config = config; } id() { return 'said'; }
			async callApi(_prompt, { vars }) { return { output: JSON.parse(vars.said) }; } }`,
		);
		const tests = ANSWERED_CASES.map(({ answer, assertion }) => ({
			vars: { said: JSON.stringify(answer.output) },
			assert: [assertion],
		}));
		writeFileSync(
			join(folder, 'promptfooconfig.json'),
			JSON.stringify({ prompts: ['x'], providers: [{ id: 'file://said.mjs', config: { tools: WEATHER } }], tests }),
		);
		const { output } = await promptfooNow([
			'eval',
			'-c',
			'promptfooconfig.json',
			'--no-table',
			'-o',
			join(folder, 'eval.json'),
		]);
		const { results } = readJson<Evaluated>(join(folder, 'eval.json')).results;
		const sample = { id: 'case', input: 'x', assert: [] };
		const ours = ANSWERED_CASES.map(
			({ assertion, answer }) => judgeAssertion(assertion, answer, { sample, tools }).pass,
		);
		expect(
			results.map(({ success }) => success),
			output,
		).toEqual(ours);
	});
});
