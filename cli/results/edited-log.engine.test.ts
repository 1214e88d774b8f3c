import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogError } from '../../src/base/errors.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { sampleSeed } from '../../src/eval/sample.ts';
import type { LogHeader, LogSample } from '../../src/log/record.ts';
import { readRun } from '../../src/run/results/read-run.ts';
import { writeScriptedGguf } from '../../src/testing/gguf/scripted-gguf.ts';

const MAIN = join(packageRoot(), 'cli', 'main.ts');
const CALL = ['<|tool_call>', 'call:get_streak{habit_id:<|"|>h1<|"|>}', '<tool_call|>', '<|tool_response>'];
const afterTool = ['12일째예요.', '<turn|>'];

const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
	gate: ['--save-baseline', 'baseline.json'],
	compare: ['run'],
};

/** Six of the fifteen prompts get a prefix that means something, the others a bare call. */
const LINES = ['새벽마다', '뭐부터', '스트래스', '카페인', '효과가', '순서대로'].map((keyword) => ({
	keyword,
	say: [`${keyword} 이야기라면 `, '기록부터 살펴볼게요.', ...CALL],
	afterTool,
}));

let folder: string;
let records: readonly string[];
const gemmark = (
	...args: string[]
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } =>
	spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, encoding: 'utf8', timeout: 240_000 });

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-edited-'));
	const model = join(folder, 'scripted.gguf');
	writeScriptedGguf(model, { lines: [...LINES, { say: CALL, afterTool }] });
	const options = [
		'--suite',
		'prefix',
		'--model',
		model,
		'--context-size',
		'8192',
		'--max-tokens',
		'40',
		'--seed',
		'7',
	];
	expect(gemmark('run', ...options, '--out', 'run').status).toBe(0);
	records = readFileSync(join(folder, 'run', 'log.jsonl'), 'utf8')
		.trim()
		.split('\n');
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Edit = (header: Writable<LogHeader>, samples: Writable<LogSample>[]) => unknown;
// biome-ignore lint/suspicious/noExplicitAny: what is edited by hand has no type
type Writable<T> = T & any;

/** Writes the run's log anew as somebody edited it, without its reports; returns its file. */
function edited(name: string, edit: Edit): string {
	const [header, ...rest] = records.map((line) => JSON.parse(line) as Writable<LogSample>);
	const samples = rest.filter(({ type }) => type === 'sample');
	const footer = rest.at(-1);
	edit(header as unknown as Writable<LogHeader>, samples);
	const file = join(folder, name, 'log.jsonl');
	mkdirSync(join(folder, name));
	writeFileSync(file, [header, ...samples, footer].map((record) => `${JSON.stringify(record)}\n`).join(''));
	return file;
}

const copied = (sample: LogSample): Writable<LogSample> => structuredClone(sample);
/** As if it had been asked something else, in its row, its messages and its prompts. */
function askOtherwise(one: Writable<LogSample>): void {
	const words = '오늘 날씨 어때?';
	for (const generation of one.transcript.generations) {
		generation.promptTail = generation.promptTail.replace(one.sample.input, words);
	}
	one.transcript.messages[0].text = words;
	one.sample.input = words;
}
const suite = (header: Writable<LogHeader>): Writable<LogHeader['suites'][0]> => header.suites[0];
const generation = (sample: Writable<LogSample>): Writable<object> => sample.transcript.generations[0];

describe('a log that was edited by hand', () => {
	const edits: readonly (readonly [title: string, edit: Edit, problem: RegExp])[] = [
		[
			'a header that plans five prompts',
			(header, samples) => {
				suite(header).planned = 5;
				suite(header).samples = 5;
				samples.splice(5);
			},
			/:1: suites\[0\] \(prefix\): planned 5, but its plan has 15 samples$/u,
		],
		[
			'a plan of five prompts',
			(header, samples) => {
				suite(header).planned = 5;
				suite(header).samples = 5;
				suite(header).plan.ids.splice(5);
				samples.splice(5);
			},
			/:1: suites\[0\] \(prefix\): samples 5, but its corpus has 15$/u,
		],
		[
			'three epochs',
			(header) => {
				header.settings.epochs = 3;
			},
			/:1: suites\[0\] \(prefix\): planned 15, but its plan has 45 samples$/u,
		],
		[
			'a threshold that is none',
			(header) => {
				suite(header).decision.threshold.hits = 0;
			},
			/:1: suites\[0\] \(prefix\): decision\.threshold: 0 of 15 decides nothing$/u,
		],
		[
			'an invented sample without a seed',
			(_, samples) => {
				const { seed: _seed, ...invented } = copied(samples[0]);
				samples.push({ ...invented, sampleId: 'prefix-16', sample: { ...invented.sample, id: 'prefix-16' } });
			},
			/:17: prefix prefix-16: is no sample of this run \(it has no seed\)$/u,
		],
		[
			'an epoch that was not planned',
			(_, samples) => {
				const seed = sampleSeed(7, 'prefix', 'prefix-01', 'free', 1);
				samples.push({ ...copied(samples[0]), epoch: 1, seed });
			},
			/:17: prefix prefix-01: is no sample of this run \(the header plans no such sample\)$/u,
		],
		[
			'the answer to another prompt',
			(_, samples) => {
				const { transcript, timings } = copied(samples[0]);
				Object.assign(samples[3], { transcript, timings });
			},
			/:5: prefix prefix-04: is no sample of this run \(its transcript does not ask its input\)$/u,
		],
		[
			'the generations of another prompt, with its words mended',
			(_, samples) => {
				const { transcript, timings } = copied(samples[0]);
				Object.assign(samples[3].transcript, { generations: transcript.generations });
				samples[3].timings = timings;
			},
			/:5: prefix prefix-04: is no sample of this run \(its transcript does not ask its input\)$/u,
		],
		[
			'a question that the corpus does not have',
			(_, samples) => askOtherwise(samples[3]),
			/:5: prefix prefix-04: was asked something else than its corpus has \(prefix\)$/u,
		],
		[
			'expected calls that the corpus does not have',
			(_, samples) => {
				samples[3].sample.expected = [];
			},
			/:5: prefix prefix-04: was asked something else than its corpus has \(prefix\)$/u,
		],
		[
			'events that the model did not write',
			(_, samples) => {
				const first = generation(samples[1]).events.find(({ type }: { type: string }) => type === 'call');
				first.call.raw = '<|tool_call>call:log_habit{}<tool_call|>';
			},
			/:3: prefix prefix-02: is no sample of this run \(generation 1: its events are not of its pieces\)$/u,
		],
		[
			'pieces that are not those of the events',
			(_, samples) => {
				generation(samples[0]).pieces.fill('가');
			},
			/:2: prefix prefix-01: is no sample of this run \(generation 1: its events are not of its pieces\)$/u,
		],
		[
			'a prefix that was taken out of the events, with its clocks',
			(_, samples) => {
				const at = samples.findIndex((sample) => generation(sample).events[0].type === 'text');
				const { events } = generation(samples[at]);
				const texts = events.filter(({ type }: { type: string }) => type === 'text').length;
				events.splice(0, texts);
				samples[at].timings.generations[0].eventAtMs.splice(0, texts);
				samples.splice(0, 0, ...samples.splice(at, 1));
			},
			/:2: prefix prefix-\d+: is no sample of this run \(generation 1: its events are not of its pieces\)$/u,
		],
		[
			'no generations',
			(_, samples) => {
				samples[0].transcript.generations = [];
			},
			/:2: prefix prefix-01: is no sample of this run \(2 clocks of 0 generations\)$/u,
		],
		[
			'a line that stands twice with another score',
			(_, samples) => {
				samples.push({ ...copied(samples[0]), scores: { meaningful: { value: false, reason: 'echo' } } });
			},
			/:17: prefix prefix-01 free 0 contradicts line 2, where it stands already$/u,
		],
	];
	it.each(edits)('is refused for %s', async (title, edit, problem) => {
		const file = edited(title.replaceAll(' ', '-'), edit);
		const said = await readRun(file).then(
			() => 'read',
			(error: unknown) => (error instanceof LogError ? error.message : error),
		);
		expect(said).toMatch(problem);
	});

	it('is refused for scores that its transcripts do not give, until it is scored again', async () => {
		edited('scores', (_, samples) => {
			for (const sample of samples) sample.scores.meaningful = { value: true };
		});
		for (const command of ['report', 'gate', 'compare']) {
			const { status, stderr } = gemmark(command, 'scores', ...(OPTIONS_OF[command] ?? []));
			expect([command, status, stderr]).toEqual([
				command,
				2,
				expect.stringMatching(
					/^gemmark: \S+\/scores\/log\.jsonl:\d+: prefix prefix-\d+: meaningful is yes, but its transcript gives no \(empty\), and so 8 more\. .*gemmark rescore/u,
				),
			]);
		}
		expect(gemmark('rescore', 'scores', '--out', 'scored').stdout).toMatch(/^path A: 6\/15/mu);
		expect(gemmark('report', 'scored').status).toBe(0);
	});

	it('tells a decision that is not that of the suite on every surface', async () => {
		const file = edited('threshold', (header) => {
			suite(header).decision.threshold.hits = 1;
		});
		const told =
			"prefix decides otherwise than gemmark's own suite of this corpus: decision.threshold (1 of 15, here 5 of 15)";
		expect((await readRun(file)).header.warnings).toEqual([told]);
		expect(gemmark('report', 'threshold')).toMatchObject({
			status: 0,
			stderr: `gemmark: threshold/log.jsonl: ${told}\n`,
		});
		for (const name of ['report.html', 'decision.md', 'summary.md', 'junit.xml']) {
			expect(readFileSync(join(folder, 'threshold', name), 'utf8')).toMatch(/decides otherwise than/u);
		}
	});

	it('is read as it is, with a line that stands twice, and where its corpus is not known here', async () => {
		const same = edited('same', (_, samples) => samples.push(copied(samples[0])));
		expect((await readRun(same)).samples).toHaveLength(15);
		const own = edited('own', (header, samples) => {
			suite(header).corpus.sha256 = 'a'.repeat(64);
			askOtherwise(samples[3]);
		});
		expect((await readRun(own)).samples).toHaveLength(15);
	});

	it('ends a command with one line and exit code 2', () => {
		edited('command', (header) => {
			suite(header).planned = 5;
		});
		for (const command of ['report', 'rescore', 'merge', 'label']) {
			const { status, stderr } = gemmark(command, 'command', ...(command === 'label' ? ['--who', 'kim'] : []));
			expect([command, status, stderr.trim().split('\n')]).toEqual([
				command,
				2,
				[expect.stringMatching(/^gemmark: \S+\/command\/log\.jsonl:1: suites\[0\] \(prefix\): planned 5/u)],
			]);
		}
	});
});
