import { join } from 'node:path';
import type { Command } from 'commander';
import { importedProject } from '../../promptfoo/import/project.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { counted, message } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { readBfcl } from '../../src/benchmarks/bfcl.ts';
import { readFunctionChat } from '../../src/benchmarks/functionchat.ts';
import { type ImportedItem, type ImportReport, importBenchmark } from '../../src/benchmarks/import.ts';
import { loadPrompt } from '../../src/corpus/corpus-files.ts';
import { shellQuoted } from '../../src/text/text.ts';
import { readChats } from '../../src/training/import.ts';
import { filled } from '../flags.ts';
import { tell } from '../process.ts';
import { writeNewFiles } from './init.ts';

/** `gemmark import`: what others wrote becomes a config and a corpus; one subcommand for each of them. */
export function addImport(command: Command): void {
	for (const [name, description, files] of [
		[
			'bfcl',
			'Berkeley Function-Calling Leaderboard v4: questions, and possible answers',
			'BFCL_v4_*.json, and those of possible_answer/',
		],
		['functionchat', 'FunctionChat-Bench of Kakao: single calls, dialogs, call decisions', 'FunctionChat-*.jsonl'],
		['mobile-actions', 'google/mobile-actions, or rows of that format: those of eval', 'dataset.jsonl'],
		['messages', 'chats with tools, as TRL reads them', 'JSON lines with messages and tools'],
	] as const) {
		const own = command.command(name);
		if (name === 'mobile-actions' || name === 'messages')
			own.option('--train', 'take rows that are marked train too, as dev: a tuned model has seen them', false);
		own
			.description(description)
			.argument('<files...>', files)
			.option('-o, --out <dir>', 'new folder for config and corpus', filled, name)
			.option('--system <file>', 'system prompt for samples without one', filled)
			.action((paths: readonly string[], request: BenchmarkRequest) => importFiles(name, paths, request));
	}
	command
		.command('promptfoo')
		.description('prompts, vars and simple assertions of a promptfooconfig.yaml')
		.argument('<file>', 'promptfooconfig.yaml or .json')
		.option('-o, --out <folder>', 'where to', filled, 'gemmark-promptfoo')
		.option('--javascript', 'import javascript assertions too; `gemmark run` then runs their code', false)
		.action(importPromptfoo);
}

interface ImportPromptfooOptions {
	readonly out: string;
	readonly javascript: boolean;
}

interface BenchmarkRequest {
	readonly out: string;
	readonly system?: string;
	readonly train?: boolean;
}

/** Imports a benchmark's files and prints what became of them. Throws ConfigError, UsageError, EnvironmentError. */
async function importFiles(
	name: BenchmarkName,
	files: readonly string[],
	{ out, system, train = false }: BenchmarkRequest,
): Promise<void> {
	const benchmark = BENCHMARKS[name];
	const left = new Set<string>();
	const importing = importBenchmark(benchmark.read(files, { train, onTrain: (place) => left.add(place) }), {
		folder: out,
		config: configOf(name, benchmark),
		system: system === undefined ? benchmark.system : loadPrompt(system).text,
	});
	const report = await importing.finally(() => {
		if (left.size > 0) tell(message('import.train-left', { n: left.size }));
	});
	process.stdout.write(`${linesOf(report, out).join('\n')}\n`);
}

interface Benchmark {
	readonly read: (files: readonly string[], options: Parameters<typeof readChats>[1]) => AsyncIterable<ImportedItem>;
	readonly language: 'en' | 'ko' | 'any';
	/** How texts are compared where a sample brings no answers of BFCL. */
	readonly strings: 'korean' | 'spaceless';
	readonly system: string;
}

type BenchmarkName = 'bfcl' | 'functionchat' | 'mobile-actions' | 'messages';

const CHATS: Benchmark = {
	read: readChats,
	language: 'any',
	strings: 'korean',
	system: 'You are a model that can do function calling with the following functions',
};

const BENCHMARKS: Readonly<Record<BenchmarkName, Benchmark>> = {
	'mobile-actions': CHATS,
	messages: CHATS,
	bfcl: {
		read: readBfcl,
		language: 'en',
		strings: 'korean',
		system: 'You are an assistant. Call the functions that the request needs, and none where none fits.',
	},
	functionchat: {
		read: readFunctionChat,
		language: 'ko',
		strings: 'spaceless',
		system:
			'사용자와 한국어로 대화하며, 맞는 도구가 있으면 불러서 돕는다. 꼭 필요한 값이 빠졌으면 지어내지 말고 물어본다.',
	},
};

const MAX_REASONS = 12;

function configOf(name: string, { language, strings }: Benchmark): string {
	return `# Written by \`gemmark import ${name}\`: every sample brings its own tools. Refused samples are in refused.jsonl.
app: { name: ${name}, language: ${language}, system: system.md, tools: [] }
suites:
  - { kind: dialogs, name: ${name}, corpus: corpus.jsonl, strings: ${strings} }
`;
}

function linesOf({ imported, categories, refused }: ImportReport, out: string): readonly string[] {
	const reasons = [...refused].toSorted(([, one], [, other]) => other.count - one.count);
	const count = [...refused.values()].reduce((sum, reason) => sum + reason.count, 0);
	return [
		`imported ${counted(imported, 'sample')}`,
		...Array.from(categories, ([category, samples]) => `  ${singleLine(category)}: ${samples}`),
		...(count > 0 ? [`refused ${count}, see ${shownPath(join(out, 'refused.jsonl'))}`] : []),
		...reasons
			.slice(0, MAX_REASONS)
			.map(([reason, { count: times, first }]) => `  ${times}: ${singleLine(`${reason}, first at ${first}`)}`),
		...(reasons.length > MAX_REASONS ? [`  ${counted(reasons.length - MAX_REASONS, 'more reason')}`] : []),
		`to evaluate: gemmark run --config ${shownPath(join(out, 'gemmark.config.yaml'))}`,
	];
}

/** Writes what a promptfooconfig becomes, and prints what was imported and what was refused. */
function importPromptfoo(file: string, { out, javascript }: ImportPromptfooOptions): void {
	const { files, samples, refused } = importedProject(file, { javascript });
	writeNewFiles(out, files, { example: '--out FOLDER' });
	for (const line of refused) tell(`refused: ${line}`);
	const assertions = samples.reduce((sum, { assert }) => sum + assert.length, 0);
	const folder = shellQuoted(shownPath(out));
	const listed = refused.length > 0 ? `, see ${join(shownPath(out), 'refused.jsonl')}` : '';
	process.stdout.write(
		`${counted(samples.length, 'sample')} with ${counted(assertions, 'assertion')} written to ${folder}; refused: ${refused.length}${listed}\n` +
			`to evaluate: cd ${folder} && gemmark run\n`,
	);
}
