import { UsageError } from '../src/base/errors.ts';
import { message, type Said } from '../src/base/message.ts';
import type { TargetConfig } from '../src/config/define.ts';
import { dialectNamed } from '../src/dialects/dialects.ts';
import { planRun, type SuitePlan } from '../src/eval/plan.ts';
import type { SampleResult } from '../src/eval/sample.ts';
import { isRepeatable } from '../src/eval/settings/identity.ts';
import type { AskedChoices, OpenChoices, RunChoices } from '../src/eval/settings.ts';
import type { Suite } from '../src/eval/suite.ts';
import type { Margins } from '../src/summary/compare/answer.ts';
import { nearestName } from '../src/text/nearest-name.ts';
import { type Half, halfOf } from '../src/training/split.ts';
import { askedChoices, decidePolicy, refuseContradictoryChoices } from './choices.ts';
import { type Composition, compose } from './compose/compose.ts';
import { smallSuites, toolCountCosts } from './compose/forewarnings.ts';
import { checkTarget, type LoadListener, type OpenedTarget, openTarget } from './compose/load.ts';
import type { OpenedConfig } from './compose/open-config.ts';
import { DEFAULT_RUNNER } from './compose/runners.ts';
import type { LoadedGate } from './results/judge.ts';
import type { Run } from './results/read-run.ts';

/** What anyone who starts a run may ask for: flags, options of the library, vitest, promptfoo. */
export interface RunRequest extends OpenChoices {
	/** Names of suites (default: those of the config, or the default ones of the habit coach). */
	readonly suites?: readonly string[];
	/** Names or places of the config's targets, targets, or a choice among those configured (default: all). */
	readonly targets?: TargetChoice;
	/** Folder of the run, of several runs the folder that contains theirs (default: below `results`). */
	readonly out?: string;
	/** Continue the run in `out`. */
	readonly resume?: boolean;
	/** Acceptable losses in the comparison of several models (default: the config's). */
	readonly margin?: Margins;
	/** Alternate the models per sample. */
	readonly interleave?: boolean;
	/** File that takes the app's turns as its logger would write them. */
	readonly capture?: string;
	/** Engine processes that samples are dealt to (default: as many as the machine has room for, where times do not matter). */
	readonly processes?: number;
	/** Take answers from the user's answer cache where times do not matter, and keep new ones there (default: no). */
	readonly cache?: boolean;
	/** Address of a Redis whose workers evaluate the samples. */
	readonly queue?: string;
	/** Prompts to begin with, as `SUITE ID`. */
	readonly first?: readonly string[];
	/** So many failed samples in a row end the run (default 5). */
	readonly maxFailures?: number;
	/** Repeat at temperature 0, to check that repeats agree (default: refused). */
	readonly determinism?: boolean;
	/** File of a gate that the run must be able to answer. */
	readonly gate?: string;
	/** Run, or file of `--save-baseline`, that the gate compares with. */
	readonly baseline?: string;
	/** File that takes what later gates compare with. */
	readonly saveBaseline?: string;
	/** Fields in which a run may differ from its baseline, or from what it was when it is resumed. */
	readonly allow?: readonly string[];
	readonly signal?: AbortSignal;
	readonly listen?: RunListener;
}

type TargetChoice =
	| readonly (string | number | TargetConfig)[]
	| ((configured: readonly TargetConfig[]) => readonly TargetConfig[]);

/** How far a run, or several interleaved ones, are. */
export interface RunProgress {
	/** Target or model. */
	readonly title: string;
	readonly done: number;
	readonly total: number;
	/** Names the sample that was done last. */
	readonly label: string;
	/** The suite of that sample, with what a resumed run did before. */
	readonly suite?: { readonly name: string; readonly done: number; readonly total: number };
}

/** Receives what happens during a run. */
export interface RunListener extends LoadListener {
	/** What puts the results in doubt. */
	warning?(said: Said): void;
	progress?(progress: RunProgress): void;
	/** A sample is in the log. */
	sample?(result: SampleResult): void;
	/** A run has ended and its model is disposed. */
	ended?(run: Run): void | Promise<void>;
}

/** A run of which everything is checked that can be checked before a model is loaded. */
export interface Prepared {
	readonly composition: Composition;
	readonly suites: readonly Suite[];
	/** The work on an engine that can do all of it. What a loaded model is asked is planned for it: `planFor`. */
	readonly fullPlans: readonly SuitePlan[];
	readonly targets: readonly OpenedTarget[];
	readonly choices: RunChoices;
	readonly gate?: LoadedGate;
	/** Acceptable losses in a comparison. */
	readonly margin?: Margins;
	/** Whether somebody asks how long the answers take: a gate, the config's time limits, a capture, `--processes 1`. */
	readonly timesMatter: boolean;
	/** Ends the app's MCP servers, and what the app has open. */
	close(): Promise<void>;
}

/**
 * Finds everything that is wrong with a request before a model is loaded. Throws UsageError and ConfigError, EngineError
 * for a model file. Without `servers` the app's MCP servers are not started, and their tools are not there.
 */
export async function prepare(
	request: RunRequest,
	opened: OpenedConfig | undefined,
	{ servers = true }: { readonly servers?: boolean } = {},
): Promise<Prepared> {
	const composition = await compose(opened, { servers });
	try {
		return await prepareComposed(composition, request, opened);
	} catch (error) {
		await composition.close();
		throw error;
	}
}

async function prepareComposed(
	composition: Composition,
	request: RunRequest,
	opened: OpenedConfig | undefined,
): Promise<Prepared> {
	const all = composition.targets();
	const configured = chosenTargets(all, request.targets);
	// Files of a pattern have no place of their own in the config.
	const isAsWritten = all.length === opened?.config.targets?.length;
	const asked = askedChoices(opened, request);
	refuseContradictions({ ...request, ...asked }, configured);
	const { gate: rules, baseline, saveBaseline } = request;
	if (saveBaseline !== undefined) (await import('./results/baseline-file.ts')).requireBaselinePlace(saveBaseline);
	if (asked.dialect !== undefined) dialectNamed(asked.dialect);
	const [suites, targets] = await Promise.all([
		composition
			.suites(request.suites)
			.then((all) => (asked.split === undefined ? all : all.map((suite) => halfOf(suite, asked.split as Half)))),
		Promise.all(configured.map((target) => openTarget(target, opened, isAsWritten ? all.indexOf(target) : -1))),
	]);
	const judging = rules === undefined ? undefined : await import('./results/judge.ts');
	const gate =
		rules === undefined ? undefined : await judging?.loadGateAndBaseline(rules, baseline, { suites, chosen: asked });
	const margin = request.margin ?? composition.margin;
	requireSuitesOf(margin, suites);
	const choices = await decidePolicy(asked, {
		config: opened && composition,
		onDoubt: request.listen?.warning,
	});
	const fullPlans = suites.length === 0 ? [] : planRun(suites, choices, { grammar: true });
	const small = targets.length > 1 ? smallSuites(fullPlans, margin) : [];
	for (const said of [...small, ...toolCountCosts(fullPlans)]) request.listen?.warning?.(said);
	for (const target of targets) await checkTarget(target, request.processes, choices.topK);
	const budgets = opened?.config.app === undefined ? [] : (composition.app.budgets ?? []);
	const timesMatter =
		request.capture !== undefined ||
		choices.sustain !== undefined ||
		request.processes === 1 ||
		budgets.length > 0 ||
		(gate !== undefined && judging?.isOfTimes(gate) === true);
	return {
		composition,
		suites,
		fullPlans,
		targets,
		gate,
		choices,
		margin,
		timesMatter,
		close: composition.close,
	};
}

/** Throws {@link UsageError} for a margin of a suite that is not there. */
export function requireSuitesOf(margins: Margins | undefined, suites: readonly { readonly name: string }[]): void {
	const known = suites.map(({ name }) => name);
	const suite = Object.keys(typeof margins === 'object' ? margins : {}).find((name) => !known.includes(name));
	if (suite === undefined) return;
	throw new UsageError(message('usage.unknown-suite', { suite, near: nearestName(suite, known), known }));
}

function chosenTargets(
	configured: readonly TargetConfig[],
	chosen: TargetChoice = configured,
): readonly TargetConfig[] {
	if (typeof chosen === 'function') return chosen(configured);
	return chosen.map((wanted) => (typeof wanted === 'object' ? wanted : targetNamed(configured, wanted)));
}

/** The target of that name, or at that place. Throws UsageError. */
export function targetNamed(targets: readonly TargetConfig[], wanted: string | number): TargetConfig {
	const found = typeof wanted === 'number' ? targets[wanted] : targets.find(({ name }) => name === wanted);
	if (found !== undefined) return found;
	const known = targets.map(({ name }, index) => name ?? String(index));
	throw new UsageError(
		message('usage.unknown-target', { target: String(wanted), near: nearestName(String(wanted), known), known }),
	);
}

/** Options that contradict each other would only show after the run. Throws {@link UsageError}. */
export function refuseContradictions(
	request: Omit<RunRequest, keyof AskedChoices> & AskedChoices,
	targets: readonly TargetConfig[],
): void {
	const { saveBaseline, capture, queue, interleave = false, resume = false, processes = 1 } = request;
	refuseContradictoryChoices(request, request.determinism !== true && targets.every(willRepeat));
	const parallel = targets.some(({ sequences }) => Number(sequences ?? 1) > 1);
	const given = {
		'--save-baseline': saveBaseline !== undefined,
		'--limit': request.limit !== undefined,
		'--filter': request.filter !== undefined,
		'--shard': request.shard !== undefined,
		'--capture': capture !== undefined,
		'--queue': queue !== undefined,
		'--parallel': parallel,
		'--processes': processes > 1,
		'--max-failures': request.maxFailures !== undefined,
		'--interleave': interleave,
		'--resume': resume,
		'--sustain': request.sustain !== undefined,
		'--cool-down': targets.some(({ coolDown }) => coolDown !== undefined),
	};
	if (request.baseline !== undefined && request.gate === undefined) {
		throw new UsageError(message('usage.requires', { flag: '--baseline', needed: '--gate' }));
	}
	const conflict = CONFLICTS.find(([flag, other]) => given[flag] && given[other]);
	if (conflict !== undefined) {
		const [flag, other, why] = conflict;
		throw new UsageError(message('usage.conflict', { flag, other, why }));
	}
	const single = (['--save-baseline', '--capture', '--resume'] as const).find((flag) => given[flag]);
	if (single !== undefined && targets.length > 1) throw new UsageError(message('usage.one-model', { flag: single }));
	if (interleave && targets.length < 2) throw new UsageError(message('usage.several-models'));
}

/** Whether the engine is known to give the same answer to the same request, before it is loaded. */
function willRepeat({ runner = DEFAULT_RUNNER, gpu, sequences }: TargetConfig): boolean {
	const name = typeof runner === 'string' ? runner : runner.name;
	return isRepeatable({ runner: name, backend: gpu === true ? 'gpu' : 'cpu', sequences: Number(sequences ?? 1) });
}

type Flag =
	| '--save-baseline'
	| '--limit'
	| '--filter'
	| '--shard'
	| '--capture'
	| '--queue'
	| '--parallel'
	| '--processes'
	| '--max-failures'
	| '--interleave'
	| '--resume'
	| '--sustain'
	| '--cool-down';

const EVERY_SAMPLE = 'it needs every sample';
const ONE_AFTER_ANOTHER = 'it evaluates one sample after another, here';

const WITHOUT_PAUSE = 'it asks all samples here, one after another and without a pause';

const CONFLICTS: readonly (readonly [flag: Flag, other: Flag, why: string])[] = [
	['--save-baseline', '--limit', EVERY_SAMPLE],
	['--save-baseline', '--filter', EVERY_SAMPLE],
	['--save-baseline', '--shard', EVERY_SAMPLE],
	['--capture', '--queue', ONE_AFTER_ANOTHER],
	['--capture', '--parallel', ONE_AFTER_ANOTHER],
	['--max-failures', '--queue', 'each worker ends after 5 failures in a row'],
	['--interleave', '--queue', ONE_AFTER_ANOTHER],
	['--interleave', '--parallel', ONE_AFTER_ANOTHER],
	['--parallel', '--queue', 'workers evaluate one sample at a time'],
	['--processes', '--queue', 'each worker is a process of its own'],
	['--processes', '--interleave', ONE_AFTER_ANOTHER],
	['--processes', '--capture', ONE_AFTER_ANOTHER],
	['--processes', '--parallel', 'each process evaluates one sample at a time'],
	...(['--shard', '--queue', '--processes', '--parallel', '--interleave', '--cool-down'] as const).map(
		(other) => ['--sustain', other, WITHOUT_PAUSE] as const,
	),
];
