import { columnsOf, singleLine } from '../../reports/terminal/text.ts';
import { counted } from '../../src/base/message.ts';
import type { FieldOrigin } from '../../src/config/where-from.ts';
import type { SuitePlan } from '../../src/eval/plan.ts';
import type { OpenedConfig } from '../../src/run/compose/open-config.ts';
import { type PreparedRun, prepareRun } from '../../src/run/prepare.ts';
import { closeAtEnd } from '../process/command-end.ts';
import type { AskedRun } from '../run/request.ts';
import { whatHolds } from './what-holds.ts';

/**
 * `gemmark config`: prints what a run with these flags would use, field by field. Everything that `run` checks before it
 * loads a model is checked. Throws UsageError, ConfigError and EngineError, as `run` does.
 */
export async function showConfig(asked: AskedRun, config: OpenedConfig | undefined): Promise<void> {
	const { request, flags } = asked;
	const prepared = await prepareRun(request, config, flags, { servers: false });
	closeAtEnd(prepared.composition.close);
	const fields = whatHolds(prepared, config, asked);
	const { composition, suites } = prepared;
	const warnings = [...composition.warnings, ...composition.unheld, ...suites.flatMap((suite) => suite.warnings ?? [])];
	for (const warning of warnings) process.stderr.write(`gemmark: ${singleLine(warning)}\n`);
	process.stdout.write(`${request.json ? asJson(config, fields, prepared) : asText(config, fields, prepared)}\n`);
}

function asJson(config: OpenedConfig | undefined, fields: readonly FieldOrigin[], prepared: PreparedRun): string {
	const suites = prepared.plans.map((plan) => ({
		name: plan.suite.name,
		samples: samplesOf(plan),
		arms: plan.suite.arms.map((arm) => arm.name),
		scores: plan.suite.scorers.map((scorer) => scorer.name),
	}));
	return JSON.stringify({ file: config?.file, fields, suites }, undefined, '\t');
}

function asText(
	config: OpenedConfig | undefined,
	fields: readonly FieldOrigin[],
	{ plans, targets }: PreparedRun,
): string {
	const rows = fields.map(({ field, value, from }) => [field, shown(value), from] as const);
	const width = Math.max(...rows.map(([field]) => field.length));
	const values = Math.min(MAX_COLUMN, Math.max(...rows.map(([, value]) => columnsOf(value))));
	return [
		config === undefined ? 'no config here: the habit coach, with the defaults' : config.file,
		...rows.map(
			([field, value, from]) =>
				`  ${field.padEnd(width)}  ${value}${' '.repeat(Math.max(0, values - columnsOf(value)))}  ${from}`,
		),
		`would run ${plans.map(planText).join(', ')} on ${targets.map(({ title }) => title).join(', ')}`,
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
