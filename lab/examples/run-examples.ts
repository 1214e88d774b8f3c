import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { QUICK_STARTS, runQuickStart } from './quick-start.ts';

// Each example as a user has it: gemmark from its tarball, in an empty folder; and the quick starts of docs/, word for word.
// Run after a build: `npm run examples -- own-suite` runs one.

interface Example {
	/** Files to begin with; absent: what `gemmark init --yes` writes. */
	readonly from?: string;
	readonly packages?: readonly string[];
	/** Arguments of `gemmark`, in order; of vitest where they begin with its name. */
	readonly commands: readonly (readonly string[])[];
	/** Texts that files must hold. */
	readonly holds: Readonly<Record<string, readonly string[]>>;
	/** Scores of a run that no row may lack, by the folder of the run and the suite. */
	readonly scored: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const EXAMPLES: Readonly<Record<string, Example>> = {
	init: {
		commands: [['init', '--yes'], ['config'], ['run', '--out', 'results/one']],
		holds: { 'README.md': ['gemmark'], 'results/one/decision.md': ['기준 9건'] },
		scored: { 'results/one': { prefix: 'correct' } },
	},
	'recipe-assistant': {
		from: 'recipe-assistant',
		commands: [
			['run', '--out', 'results/ko'],
			['run', '--config', 'gemmark.en.config.yaml', '--out', 'results/en'],
		],
		holds: {
			'results/ko/decision.md': ['12건 중 4건'],
			'results/en/decision.md': ['0 of these 12', '# Decision: drop the prefix'],
		},
		scored: {
			'results/ko': { prefix: 'meaningful', tools: 'correct' },
			'results/en': { prefix: 'meaningful', tools: 'correct' },
		},
	},
	'own-suite': {
		from: 'own-suite',
		packages: ['zod'],
		commands: [
			['run', '--out', 'results/one'],
			['run', '--seed', '2', '--out', 'results/two'],
			['compare', 'results/one', 'results/two', '--allow', 'settings.seed', '--out', 'results/both'],
			['report', 'results/one', '--lang', 'ko', '--out', 'results/ko'],
		],
		holds: {
			'results/one/report.html': ['answers in metric units'],
			'results/one/junit.xml': ['units'],
			'results/one/summary.md': ['answers in metric units'],
			'results/both/comparison.csv': ['metric'],
			'results/both/comparison.html': ['answers in metric units'],
			'results/ko/report.html': ['answers in metric units'],
		},
		scored: { 'results/one': { units: 'metric' }, 'results/two': { units: 'metric' } },
	},
	sweep: {
		from: 'sweep',
		commands: [
			['sweep', '--out', 'results/one'],
			['report', 'results/one', '--lang', 'ko'],
		],
		holds: { 'results/one/sweep.html': ['<html lang="ko">', 'Q4_0'], 'results/one/sweep.csv': ['llama-cpp'] },
		scored: {},
	},
	vitest: {
		from: 'vitest',
		packages: ['vitest'],
		commands: [
			['vitest', 'run'],
			['report', 'results/latest', '--lang', 'ko', '--out', 'results/ko'],
		],
		holds: {
			'results/latest/log.jsonl': ['걷기를 물으면 카탈로그에서 걷기를 찾는다'],
			'results/ko/report.html': ['테스트 통과'],
		},
		scored: { 'results/latest': { coach: 'passed' } },
	},
};

/** Most of it are the two models. */
const MAX_PACKED_BYTES = 8_000_000;

const REPORTS = ['log.jsonl', 'report.html', 'report.csv', 'decision.md', 'summary.md', 'junit.xml'];

const here = join(import.meta.dirname, '../../examples');
const temporary = mkdtempSync(join(tmpdir(), 'gemmark-examples-'));
const wanted = process.argv.slice(2);
try {
	const tarball = pack();
	for (const [name, example] of Object.entries(EXAMPLES)) {
		if (isWanted(name)) runExample(name, example, tarball);
	}
	for (const page of Object.keys(QUICK_STARTS)) {
		if (isWanted(page)) runQuickStart(page, join(temporary, page), tarball, runCommand);
	}
} finally {
	rmSync(temporary, { recursive: true, force: true });
}

function isWanted(name: string): boolean {
	return wanted.length === 0 || wanted.includes(name);
}

function pack(): string {
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', temporary];
	const [packed] = JSON.parse(runCommand('npm', args, join(here, '..'))) as { filename: string; size: number }[];
	const { filename = '', size = 0 } = packed ?? {};
	if (size > MAX_PACKED_BYTES) throw new Error(`the package has ${size} bytes, and may have ${MAX_PACKED_BYTES}`);
	return join(temporary, filename);
}

function runExample(name: string, { from, packages = [], commands, holds, scored }: Example, tarball: string): void {
	const folder = join(temporary, name);
	mkdirSync(folder);
	if (from !== undefined) cpSync(join(here, from), folder, { recursive: true, filter: isSource });
	const { devDependencies, overrides } = packageFile();
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', overrides }));
	const pinned = ['node-llama-cpp', ...packages].map((one) => [one, devDependencies[one] ?? []].flat().join('@'));
	const started = performance.now();
	runCommand('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball, ...pinned], folder);
	const installed = performance.now();
	let reported: number | undefined;
	for (const command of commands) {
		runCommand('npx', ['--no-install', ...(command[0] === 'vitest' ? [] : ['gemmark']), ...command], folder);
		if (command.includes('run')) reported ??= performance.now();
	}
	for (const [run, suites] of Object.entries(scored)) requireScores(join(folder, run), suites);
	for (const [file, texts] of Object.entries(holds)) requireTexts(join(folder, file), texts);
	const seconds = (from: number, to = from): string => ((to - from) / 1000).toFixed(1);
	console.log(
		`${name}: ${seconds(started, reported)} s to the first report (npm install ${seconds(started, installed)} s)`,
	);
}

/** Not what a run of the checkout left. */
function isSource(path: string): boolean {
	return !/[\\/](?:results|node_modules)(?:[\\/]|$)/u.test(path.slice(here.length));
}

function packageFile(): { readonly devDependencies: Record<string, string>; readonly overrides: object } {
	return JSON.parse(readFileSync(join(here, '..', 'package.json'), 'utf8'));
}

function requireScores(run: string, suites: Readonly<Record<string, string>>): void {
	for (const report of REPORTS) requireTexts(join(run, report), []);
	const rows = parse(readFileSync(join(run, 'report.csv')), { columns: true, bom: true }) as Record<string, string>[];
	for (const [suite, score] of Object.entries(suites)) {
		const own = rows.filter((row) => row.suite === suite);
		const missing = own.filter((row) => !row[`score_${score}`] && !row[`score_${score}_unscored`]);
		if (own.length > 0 && missing.length === 0) continue;
		throw new Error(`${run}: ${own.length} samples of ${suite}, ${missing.length} of them without ${score}`);
	}
}

function requireTexts(file: string, texts: readonly string[]): void {
	const content = readFileSync(file, 'utf8');
	const missing = texts.find((text) => !content.includes(text));
	if (missing !== undefined) throw new Error(`${file} does not hold '${missing}'`);
}

/** Throws with what the command printed where it fails. */
function runCommand(command: string, args: readonly string[], folder: string): string {
	const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
	try {
		return execFileSync(command, args, {
			cwd: folder,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'pipe'],
			env: { ...process.env, PATH: path },
			maxBuffer: 64_000_000,
		});
	} catch (error) {
		const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
		throw new Error(`${command} ${args.join(' ')} in ${folder}:\n${stdout}\n${stderr}`);
	}
}
