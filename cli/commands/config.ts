import { type Command, Option } from 'commander';
import { columnsOf, singleLine } from '../../reports/terminal/text.ts';
import { layeredChoices } from '../../run/choices.ts';
import type { OpenedTarget } from '../../run/compose/load.ts';
import { BUNDLED_MODEL_NAME } from '../../run/compose/load.ts';
import { type OpenedConfig, openConfig } from '../../run/compose/open-config.ts';
import { DEFAULT_RUNNER } from '../../run/compose/runners.ts';
import { type Prepared, prepare } from '../../run/prepare.ts';
import { counted } from '../../src/base/message.ts';
import { type FieldOrigin, whereFrom } from '../../src/config/where-from.ts';
import type { SuitePlan } from '../../src/eval/plan.ts';
import { addExamples } from '../examples.ts';
import { closeAtEnd, tell } from '../process.ts';
import { addRunOptions } from './run.ts';
import { type AskedRun, askedRun } from './run-models.ts';

/** `gemmark config`: what would run, and where each field comes from. */
export async function addConfig(command: Command): Promise<void> {
	command.addOption(new Option('--schema', 'print the JSON Schema of a config, for editors').default(false));
	const flags = await addRunOptions(command);
	command.action(async ({ config, schema }: { readonly config?: string; readonly schema: boolean }) => {
		if (schema) {
			const { composedConfigSchema } = await import('../../run/compose/config-schema.ts');
			process.stdout.write(`${JSON.stringify(await composedConfigSchema(), undefined, 2)}\n`);
			return;
		}
		const opened = await openConfig(config);
		await showConfig(command, askedRun(command, flags, opened), opened);
	});
	addExamples(command, [
		['gemmark config', 'what would run, and where each field comes from'],
		['gemmark config --schema > config.schema.json', 'for completion in an editor'],
	]);
}

/**
 * `gemmark config`: prints what a run with these flags would use, field by field. Everything that `run` checks before it
 * loads a model is checked. Throws UsageError, ConfigError and EngineError, as `run` does.
 */
async function showConfig(command: Command, asked: AskedRun, config: OpenedConfig | undefined): Promise<void> {
	const prepared = await prepare({ ...asked, listen: { warning: tell } }, config, { servers: false });
	closeAtEnd(prepared.close);
	const fields = effectiveFields(prepared, config, command, asked);
	const { composition, suites } = prepared;
	for (const line of [...composition.warnings, ...suites.flatMap((suite) => suite.warnings ?? [])]) tell(line);
	process.stdout.write(`${asked.json ? asJson(config, fields, prepared) : asText(config, fields, prepared)}\n`);
}

function asJson(config: OpenedConfig | undefined, fields: readonly FieldOrigin[], prepared: Prepared): string {
	const suites = prepared.fullPlans.map((plan) => ({
		name: plan.suite.name,
		samples: samplesOf(plan),
		variants: plan.suite.variants.map((variant) => variant.name),
		scores: plan.suite.scorers.map((scorer) => scorer.name),
	}));
	return JSON.stringify({ file: config?.file, fields, suites }, undefined, '\t');
}

function asText(
	config: OpenedConfig | undefined,
	fields: readonly FieldOrigin[],
	{ fullPlans, targets }: Prepared,
): string {
	const rows = fields.map(({ field, value, from }) => [field, shown(value), from] as const);
	const width = Math.max(...rows.map(([field]) => field.length));
	const values = Math.min(MAX_COLUMN, Math.max(...rows.map(([, value]) => columnsOf(value))));
	return [
		config === undefined ? 'no config found: the habit coach with the defaults' : config.file,
		...rows.map(
			([field, value, from]) =>
				`  ${field.padEnd(width)}  ${value}${' '.repeat(Math.max(0, values - columnsOf(value)))}  ${from}`,
		),
		`would run ${fullPlans.map(planText).join(', ')} on ${targets.map(({ title }) => title).join(', ')}`,
	].join('\n');
}

const MAX_COLUMN = 40;

function shown(value: FieldOrigin['value']): string {
	return singleLine(typeof value === 'string' ? value : JSON.stringify(value));
}

function planText(plan: SuitePlan): string {
	const samples = samplesOf(plan);
	return `${plan.suite.name} (${counted(samples, 'sample')})`;
}

/** Of what filter, limit and shard leave. */
function samplesOf({ samples }: SuitePlan): number {
	return new Set(samples.map(({ sample }) => sample.id)).size;
}

/** What a run would use, field by field, and who said so. */
function effectiveFields(
	{ composition, suites, targets }: Prepared,
	config: OpenedConfig | undefined,
	command: Command,
	asked: AskedRun,
): readonly FieldOrigin[] {
	const { targets: _, ...written } = config?.config ?? {};
	const isFlag = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
	const flags = Object.entries(asked).filter(([name]) => isFlag(name) && !ELSEWHERE.has(name));
	const rows = whereFrom({
		defaults: {
			app: { name: composition.app.name },
			suites: suites.map(({ name }) => ({ name })),
			...layeredChoices({ sampling: asked.sampling }),
			lang: 'en',
		},
		config: written,
		place: { file: 'gemmark', ...config },
		flags: Object.fromEntries(flags),
	});
	const isFlagged = (name: string): boolean => isFlag(name) || name in asked.runnerOptions;
	return [
		...rows.map(reflectionInWords),
		...targets.flatMap((target, index) =>
			targetFields(target, index, config, placeInConfig(index, config, command.opts()), isFlagged),
		),
	];
}

/** As its flag and its field take it. */
function reflectionInWords(row: FieldOrigin): FieldOrigin {
	if (row.field !== 'reflection' || typeof row.value !== 'boolean') return row;
	return { ...row, value: row.value ? 'on' : 'off' };
}

/** Flags that choose targets, or say nothing of the run. */
const ELSEWHERE: ReadonlySet<string> = new Set(['target', 'model', 'runner', 'config', 'json', 'schema']);

/** The fields of the target at `index` of a run: its own in the config, but for those that flags say. */
function targetFields(
	{ asked: target, runner }: OpenedTarget,
	index: number,
	config: OpenedConfig | undefined,
	written: number,
	isFlagged: (name: string) => boolean,
): readonly FieldOrigin[] {
	const named = runner.modelSource === 'name' ? {} : { model: BUNDLED_MODEL_NAME };
	const rows = whereFrom({
		defaults: { runner: DEFAULT_RUNNER, ...named },
		config: target,
		place: {
			file: config?.file ?? 'gemmark',
			lineOf: ([field = '', ...rest]) => config?.lineOf?.(['targets', written, field, ...rest]),
		},
		flags: Object.fromEntries(Object.entries(target).filter(([name]) => isFlagged(name))),
	});
	return rows.map((row) => ({ ...row, field: `targets[${index}].${row.field}` }));
}

/** Which of the config's targets it is; those that `--model` makes are all like the first. */
function placeInConfig(
	index: number,
	config: OpenedConfig | undefined,
	{ target: names, model }: { readonly target?: readonly string[]; readonly model?: readonly string[] },
): number {
	const among = names?.map((name) => config?.config.targets?.findIndex((target) => target.name === name) ?? 0);
	const own = model === undefined ? index : 0;
	return among?.[own] ?? own;
}
