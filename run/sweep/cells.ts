import { UsageError } from '../../src/base/errors.ts';
import { canonicalJson, type JsonValue, jsonOf } from '../../src/base/json.ts';
import { message, type Said } from '../../src/base/message.ts';
import type { SweepConfig, TargetConfig } from '../../src/config/define.ts';
import { slug } from '../../src/log/folder.ts';
import { DEFAULT_RUNNER, declareRunners, RUNNER_NAMES, unknownRunner } from '../compose/runners.ts';
import { seriesTargets } from '../compose/series.ts';

/** A cell of a sweep before it is loaded. */
export interface AskedCell {
	/** Names its run among the others. */
	readonly name: string;
	readonly target: TargetConfig;
	/** Why its engine cannot do it. */
	readonly refused?: Said;
}

type Axis = 'threads' | 'kv' | 'context' | 'flashAttention';

/** The option of a runner that an axis sets. */
const OPTIONS: Readonly<Record<Axis, string>> = {
	threads: 'threads',
	kv: 'kvCacheType',
	context: 'contextSize',
	flashAttention: 'flashAttention',
};

/** As the command line writes the axis. */
const FLAGS: Readonly<Record<Axis, string>> = {
	threads: '--threads',
	kv: '--kv',
	context: '--context',
	flashAttention: '--flash-attention',
};

/**
 * The cells of a sweep: every combination of its axes, and its further targets; the config's targets where it has neither.
 * Throws UsageError for an axis that no engine knows, for the same cell twice, and for fewer than two cells.
 */
export async function sweepCells(
	axes: SweepConfig,
	configured: readonly TargetConfig[] = [],
): Promise<readonly AskedCell[]> {
	const isEmpty = ['model', 'runner', ...Object.keys(OPTIONS)].every((axis) => axes[axis as Axis] === undefined);
	const made = isEmpty ? [] : await combinations(axes, configured);
	const own = axes.targets ?? (isEmpty ? configured : []);
	const cells = [...made, ...seriesTargets(own).map((target) => ({ target }))];
	const keys = cells.map(({ target }) => cellKey(target));
	const twice = keys.findIndex((key, index) => keys.indexOf(key) < index);
	if (twice !== -1) throw new UsageError(message('usage.sweep-same-cells', { cell: plainName(cells[twice]?.target) }));
	if (cells.length < 2) throw new UsageError(message('usage.sweep-one-cell'));
	const names = namesOf(cells.map(({ target }) => target));
	return cells.map((cell, index) => ({ ...cell, name: names[index] ?? '' }));
}

/** Equal for the same cell. */
export function cellKey({ name: _, runner = DEFAULT_RUNNER, ...target }: TargetConfig): string {
	const engine = typeof runner === 'string' ? runner : runner.name;
	return canonicalJson({ ...(jsonOf(target) as Record<string, JsonValue>), runner: engine });
}

async function combinations(
	axes: SweepConfig,
	[first = {}]: readonly TargetConfig[],
): Promise<readonly Omit<AskedCell, 'name'>[]> {
	const runners = (axes.runner ?? [typeof first.runner === 'string' ? first.runner : DEFAULT_RUNNER]).map(openRunner);
	const declared = new Map((await declareRunners()).map(({ name, options }) => [name, options]));
	const given = (Object.keys(OPTIONS) as Axis[]).filter((axis) => axes[axis] !== undefined);
	const lacks = (runner: string, axis: Axis): boolean => declared.get(runner)?.has(OPTIONS[axis]) !== true;
	const unknown = given.find((axis) => runners.every(({ runner }) => lacks(runner, axis)));
	if (unknown !== undefined) {
		const names = runners.map(({ runner }) => runner);
		throw new UsageError(message('usage.sweep-axis', { axis: FLAGS[unknown], runners: [...new Set(names)] }));
	}
	const models = seriesTargets((axes.model ?? [first.model]).map((model) => ({ model })));
	// A quantized cache requires flash attention: all cells have it, so that they differ in the cache only.
	const hasFlash = axes.flashAttention === undefined && axes.kv?.some((type) => !FLOATS.has(type)) === true;
	return models.flatMap(({ model, step }) =>
		runners.flatMap((engine): readonly Omit<AskedCell, 'name'>[] => {
			const flash = hasFlash && !lacks(engine.runner, 'flashAttention') && { flashAttention: true };
			const target = { ...engine, model, step, ...flash };
			if (takesNoGguf(engine.runner, model))
				return [{ target, refused: message('sweep.no-gguf', { runner: engine.runner }) }];
			const missing = given.find((axis) => lacks(engine.runner, axis));
			if (missing !== undefined)
				return [{ target, refused: message('sweep.no-axis', { runner: engine.runner, axis: FLAGS[missing] }) }];
			return given
				.reduce<readonly TargetConfig[]>(
					(targets, axis) =>
						targets.flatMap((one) => (axes[axis] ?? []).map((value) => ({ ...one, [OPTIONS[axis]]: value }))),
					[target],
				)
				.map((one) => ({ target: one }));
		}),
	);
}

const FLOATS: ReadonlySet<string> = new Set(['f32', 'f16']);

/** An address is a server of the runner openai. */
function openRunner(name: string): { readonly runner: string; readonly baseUrl?: string } {
	if (/^https?:\/\//u.test(name)) return { runner: 'openai', baseUrl: name };
	if (!RUNNER_NAMES.includes(name)) throw unknownRunner(name, RUNNER_NAMES);
	return { runner: name };
}

/** web-llm names its own builds, LiteRT-LM has files of its own. */
function takesNoGguf(runner: string, model: string | undefined): boolean {
	return (runner === 'web-llm' || runner === 'litert-lm') && /\.gguf$|^hf:/iu.test(model ?? '');
}

/** What the cells differ in, `mini-q4_0 wllama 2t q8_0`; unique. */
function namesOf(targets: readonly TargetConfig[]): readonly string[] {
	const parts = targets.map(partsOf);
	const varies = (part: number): boolean => new Set(parts.map((all) => all[part])).size > 1;
	const names = targets.map(
		({ name }, index) =>
			name ?? (parts[index] ?? []).filter((text, part) => text !== '' && (part === 0 || varies(part))).join(' '),
	);
	return names.map((name, index) => (names.indexOf(name) === index ? name : `${name} (${index + 1})`));
}

function plainName(target: TargetConfig = {}): string {
	return (
		target.name ??
		partsOf(target)
			.filter((text) => text !== '')
			.join(' ')
	);
}

function partsOf({ model, step, runner = DEFAULT_RUNNER, baseUrl, ...options }: TargetConfig): readonly string[] {
	const { threads, kvCacheType, contextSize, flashAttention } = options;
	return [
		step !== undefined ? `step ${step}` : model === undefined ? 'default' : slug(model),
		typeof baseUrl === 'string' ? new URL(baseUrl).host : typeof runner === 'string' ? runner : runner.name,
		threads === undefined ? '' : `${threads}t`,
		kvCacheType === undefined ? '' : String(kvCacheType),
		contextSize === undefined ? '' : `ctx ${contextSize}`,
		flashAttention === true ? 'fa' : '',
	];
}
