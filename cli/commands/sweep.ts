import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_RUNNER, RUNNER_NAMES } from '../../run/compose/runners.ts';
import { commandArguments } from '../../run/host.ts';
import { durationMs, sizeBytes } from '../../src/config/sweep.ts';
import { KV_CACHE_TYPES, type KvCacheType } from '../../src/model/runner.ts';
import { addExamples } from '../examples.ts';
import { addShortHelp, choice, filled, integer, langOption, margin, repeated } from '../flags.ts';
import { addSweepSettings } from '../setting-flags.ts';

/** `gemmark sweep`: which build to ship. */
export function addSweep(command: Command): void {
	addSweepOptions(command).action(async ({ resume }: { readonly resume: boolean }) => {
		if (resume) await restoreSweep(command);
		const { sweep } = await import('./run-sweep.ts');
		process.exitCode = await sweep(command);
	});
	addExamples(command, [
		['gemmark sweep --model q8.gguf --model q4.gguf --threads 2,4 --budget 30m', 'which build do I ship?'],
		['gemmark sweep --model q4.gguf --runner llama-cpp,wllama', 'does a browser give the same answers?'],
		['gemmark sweep --kv f16,q8_0 --max-memory 1.5GB', 'does a smaller cache cost quality?'],
		['gemmark sweep --resume --budget 30m', 'continue the newest sweep'],
	]);
}

function addSweepOptions(command: Command): Command {
	command
		.optionsGroup('What differs between cells (default: sweep of the config, or its targets):')
		.option('-c, --config <file>', 'config (default: the nearest gemmark.config.*)', filled)
		.option('-m, --model <ref>', 'path.gguf, hf:user/repo:QUANT or a served name; repeatable', repeated)
		.option(
			'--runner <names>',
			`engines, comma-separated: ${RUNNER_NAMES.join(', ')}, or the address of a server (default: ${DEFAULT_RUNNER})`,
			listed(filled),
		)
		.option('--threads <n,...>', 'engine threads', listed(integer(1, 1024)))
		.option('--kv <types>', `types of cached keys and values: ${KV_CACHE_TYPES.join(', ')}`, listed(kvType))
		.option('--context <n,...>', 'context sizes in tokens', listed(integer(256)))
		.addOption(
			new Option('--flash-attention [values]', 'on (without a value), off, or off,on')
				.preset('on')
				.argParser<readonly boolean[]>((text, before) => listed(onOff)(text, before)),
		)
		.optionsGroup('What they are asked:')
		.option('--suite <names>', "suites, comma-separated (default: the config's, or prefix, frame)", listed(filled))
		.option(
			'--margin <share>',
			'acceptable loss of prompts: 5%, or frame=5%,prefix=20% (default: 10%, of fifteen 20%)',
			margin,
		);
	addSweepSettings(command)
		.optionsGroup('When it ends, and where it is written:')
		.option(
			'--budget <time>',
			'end after 90s, 30m or 2h, once the current block is complete',
			valid(durationMs, '90s, 30m or 2h'),
		)
		.option('--max-memory <size>', 'drop cells that take more than 900MB or 1.5GB', valid(sizeBytes, '900MB or 1.5GB'))
		.option('--max-turn <time>', 'drop cells whose typical turn is over 800ms or 5s', valid(durationMs, '800ms or 5s'))
		.option('-o, --out <dir>', 'folder of the sweep (default: results/<time>-sweep)', filled)
		.option('--resume', 'continue the sweep in --out (default: the newest) with its options', false)
		.option('--json', 'print the summary as JSON', false)
		.option('--quiet', 'print no progress', false)
		.addOption(langOption());
	addShortHelp(command, MOST_USED);
	return command;
}

/** The options that most sweeps need. */
const MOST_USED: readonly string[] = [
	...['--config', '--model', '--runner', '--threads', '--suite', '--limit', '--margin', '--budget'],
	...['--max-memory', '--max-turn', '--out', '--resume'],
];

/** Each value once for each time that it is given: the same cell twice is a mistake. */
function listed<T>(one: (text: string) => T): (text: string, before?: readonly T[]) => readonly T[] {
	return (text, before = []) => [...before, ...text.split(',').map((entry) => one(entry.trim()))];
}

function kvType(text: string): KvCacheType {
	return choice(KV_CACHE_TYPES)(text) as KvCacheType;
}

function onOff(text: string): boolean {
	return choice(['on', 'off'])(text) === 'on';
}

function valid(read: (text: string) => number | undefined, example: string): (text: string) => string {
	return (text) => {
		if (read(text) === undefined) throw new InvalidArgumentError(`Use ${example}.`);
		return text;
	};
}

/** Gives a command that resumes a sweep the options of that sweep, unless they are given again. */
async function restoreSweep(command: Command): Promise<void> {
	const { readPlan, resumedSweepFolder } = await import('../../run/sweep/plan-file.ts');
	const folder = resumedSweepFolder(command.opts<{ readonly out?: string }>().out);
	const blank = addSweepOptions(new Command());
	const [name, ...options] = commandArguments(readPlan(folder).command);
	command.setOptionValueWithSource('out', resolve(folder), 'cli');
	if (name !== 'sweep') return;
	blank.copyInheritedSettings(command).parse(options, { from: 'user' });
	for (const [option, value] of Object.entries(blank.opts())) {
		if (NOT_RESTORED.has(option) || blank.getOptionValueSource(option) !== 'cli') continue;
		if (command.getOptionValueSource(option) !== 'cli') command.setOptionValueWithSource(option, value, 'cli');
	}
}

const NOT_RESTORED: ReadonlySet<string> = new Set(['out', 'json', 'quiet', 'resume']);
