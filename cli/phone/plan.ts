import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { formatBytes } from '../../reports/messages/numbers.ts';
import { openConfig } from '../../run/compose/open-config.ts';
import { makePlan } from '../../run/plan/plan.ts';
import { prepare } from '../../run/prepare.ts';
import { readExchange } from '../../runners/device/exchange.ts';
import { deviceOptions } from '../../runners/device/options.ts';
import type { Hello } from '../../runners/device/protocol.ts';
import { EnvironmentError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { systemCode } from '../../src/base/read-file.ts';
import { readCapture } from '../../src/capture/ingest.ts';
import type { OpenChoices } from '../../src/eval/settings.ts';
import { addExamples } from '../examples.ts';
import { filled, names } from '../flags.ts';
import { tell } from '../process.ts';
import { addSettings } from '../setting-flags.ts';

/** Options of `gemmark plan`. */
interface PlanRequest extends OpenChoices {
	readonly config?: string;
	readonly suite?: readonly string[];
	readonly level: 'app' | 'engine';
	readonly like?: string;
	readonly coolDown?: string;
	readonly out: string;
}

/** `gemmark plan`: what a phone is to be asked without a cable. */
export function addPlan(command: Command): void {
	const { coolDown } = deviceOptions.shape;
	command
		.option('-c, --config <file>', 'config (default: the nearest gemmark.config.*)', filled)
		.option('--suite <names>', "comma-separated suites (default: the config's)", names)
		.addOption(
			new Option('--level <name>', "app: the app's controller; engine: gemmark's prompts, single generations")
				.choices(['app', 'engine'])
				.default('app'),
		)
		.option('--like <file>', 'level engine: answers or a recording of the app, for its template', filled)
		.option('--cool-down <time>', coolDown.description ?? '', filled)
		.option('-o, --out <file>', 'the plan', filled, 'plan.jsonl')
		.optionsGroup('How the model is asked:');
	addSettings(command, 'asked').optionsGroup('How the app reads and answers:');
	addSettings(command, 'read').optionsGroup('Which part of it:');
	addSettings(command, 'part').action(async (request: PlanRequest) => {
		const given = Object.entries(request).filter(([name]) => command.getOptionValueSource(name) === 'cli');
		await plan(request, Object.fromEntries(given));
	});
	addExamples(command, [
		['gemmark plan --suite prefix --cool-down nominal', "what the app's users would ask"],
		['gemmark plan --level engine --suite frame --like answers.jsonl', 'the prompts, as the app’s model reads them'],
	]);
}

async function plan({ config, suite, level, like, coolDown, out }: PlanRequest, given: OpenChoices): Promise<void> {
	const opened = await openConfig(config);
	const request = {
		...given,
		suites: suite,
		targets: [{ runner: 'device', coolDown }],
		determinism: true,
		listen: { warning: tell },
	};
	const prepared = await prepare(request, opened);
	try {
		const hello = like === undefined ? undefined : await helloOf(like);
		const { text, welcome } = await makePlan(prepared, { level, like: hello, coolDown });
		write(out, text);
		const { samples, asks, run } = welcome.plan;
		const facts = [run.suites.join(', '), `${samples} samples`, `${asks} asks`, `level ${welcome.level}`];
		const size = formatBytes(Buffer.byteLength(text));
		process.stdout.write(
			`${out}: ${facts.join(', ')}, ${size}, plan ${welcome.session.slice(0, 12)}. Next: docs/plans.md\n`,
		);
	} finally {
		await prepared.close();
	}
}

/** Of the first process in it. */
async function helloOf(file: string): Promise<Hello> {
	const [process] = readExchange(file, await readCapture(file)).processes;
	if (process === undefined) throw new EnvironmentError(message('exchange.nothing', { files: [file] }));
	return process.hello;
}

function write(path: string, text: string): void {
	try {
		writeFileSync(path, text);
	} catch (cause) {
		throw new EnvironmentError(message('exchange.unwritable', { path, code: systemCode(cause) }), { cause });
	}
}
