import type { JsonValue } from '../base/json.ts';
import { missingEvidence } from '../eval/evidence/turn-evidence.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../eval/run.ts';
import type { SampleResult } from '../eval/sample.ts';
import { reflectedVariant } from '../eval/settings.ts';
import { turnOf } from '../eval/turn.ts';
import type { PrefixPlace } from '../lint/unseen-turns.ts';
import { mean } from '../stats/distribution.ts';
import { type PairedDifference, pairedDifference } from '../stats/paired.ts';
import { type PairedSample, type ScoreFlips, scoreFlips, variantFlips, variantPairs } from './flips.ts';

/** One for each variant that ran both ways; none of a run that did not ask for it. */
function reflections(run: EvaluatedRun): readonly VariantEffect[] {
	if (run.header.settings.reflection !== 'both') return [];
	return run.header.suites.flatMap((suite) => {
		const own = run.samples.filter((sample) => sample.suite === suite.name);
		return [...new Set(own.map(({ variant }) => variant))].flatMap((variant): readonly VariantEffect[] => {
			const to = reflectedVariant(variant);
			const flips = variantFlips(run, suite, { from: variant, to });
			if (flips.length === 0) return [];
			const reflected = own.filter((sample) => sample.variant === to && wasReflected(sample.transcript)).length;
			return [{ suite: suite.name, kind: 'reflection', variant, flips, measures: [], reflected }];
		});
	});
}

function wasReflected({ messages = [] }: EvaluatedRun['samples'][number]['transcript']): boolean {
	return messages.some(({ role }) => role === 'reflection');
}

const REPLAY_MEASURES = ['promptTokens', 'outputTokens', 'endToEndMs'] as const;

/** A number of the next user turn, tools included, without the kept prefix and with it. */
export interface ReplayMeasure {
	/** `promptTokens` are those of the turn's first prompt. */
	readonly measure: (typeof REPLAY_MEASURES)[number];
	/** Means over the same conversations. */
	readonly without: number;
	readonly kept: number;
	/**
	 * With minus without, of a pair per conversation. Times have no interval: the variants run one behind the other, and a
	 * machine that is busier during one of them moves every pair alike.
	 */
	readonly difference: PairedDifference;
}

/** Of at least two conversations that have the measure in both variants. A turn that was cut measures the cut. */
function replayMeasures(pairs: readonly PairedSample[]): readonly ReplayMeasure[] {
	const whole = pairs.filter((pair) => [pair.first, pair.second].every(isWhole));
	return REPLAY_MEASURES.flatMap((measure): readonly ReplayMeasure[] => {
		const measured = whole.flatMap(({ first, second }) => {
			const [without, kept] = [first, second].map((sample) => measuredIn(sample, measure));
			return without === undefined || kept === undefined
				? []
				: [{ id: first.sampleId, values: [without, kept] as const }];
		});
		const conversations = Array.from(
			Map.groupBy(measured, ({ id }) => id).values(),
			(epochs) => [mean(epochs.map(({ values }) => values[0])), mean(epochs.map(({ values }) => values[1]))] as const,
		);
		const difference = pairedDifference(conversations);
		if (difference === undefined) return [];
		const { n, mean: meanDifference } = difference;
		return [
			{
				measure,
				without: mean(conversations.map(([value]) => value)),
				kept: mean(conversations.map(([, value]) => value)),
				difference: measure === 'endToEndMs' ? { n, mean: meanDifference } : difference,
			},
		];
	});
}

function isWhole({ transcript }: SampleResult): boolean {
	return missingEvidence(turnOf(transcript), 'turn') === undefined;
}

function measuredIn({ transcript, timings }: SampleResult, measure: ReplayMeasure['measure']): number | undefined {
	if (measure === 'endToEndMs') return timings.cold ? undefined : timings.endToEndMs;
	if (measure === 'promptTokens') return transcript.generations[0]?.usage.promptTokens;
	const told = transcript.generations.flatMap(({ usage }) => usage.outputTokens ?? []);
	return told.length < transcript.generations.length ? undefined : told.reduce((sum, tokens) => sum + tokens, 0);
}

/** View of suites whose variants are what becomes of a prefix in the history. */
const REPLAY_VIEW = 'replay';

/** One for each suite that declares the view and ran in both variants. */
function replays(run: EvaluatedRun): readonly VariantEffect[] {
	return run.header.suites
		.filter(({ view }) => view === REPLAY_VIEW)
		.flatMap((suite): readonly VariantEffect[] => {
			const pairs = variantPairs(run, suite, { from: 'discard', to: 'push' });
			const flips = scoreFlips(pairs, [suite]);
			if (flips.length === 0) return [];
			const measures = replayMeasures(pairs);
			return [{ suite: suite.name, kind: 'replay', flips, measures, place: placeIn(run, suite) }];
		});
}

function placeIn(run: EvaluatedRun, suite: EvaluatedSuite): PrefixPlace | undefined {
	const pushed = run.samples.filter((sample) => sample.suite === suite.name && sample.variant === 'push');
	return pushed.map(placeOf).find((place) => place !== undefined);
}

/** Read from the prompt that the model was given. */
function placeOf({ sample, transcript }: SampleResult): PrefixPlace | undefined {
	const prompt = transcript.generations[0]?.promptTail;
	const { before, prefix, call, closing } = sample;
	if (prompt === undefined || typeof prefix !== 'string' || !isCall(call)) return undefined;
	const start = typeof before === 'string' ? Math.max(0, prompt.indexOf(before)) + before.length : 0;
	const said = prompt.indexOf(prefix, start);
	if (said === -1) return 'nowhere';
	if (said < prompt.indexOf(call.tool, start)) return 'before the call';
	// Of text behind the call, what stands directly before the closing words stands behind the response.
	const behind = typeof closing === 'string' ? prompt.slice(said + prefix.length, prompt.indexOf(closing, said)) : '';
	return behind.includes(call.tool) ? 'between call and response' : 'behind the response';
}

function isCall(value: JsonValue | undefined): value is { readonly tool: string } {
	return typeof value === 'object' && value !== null && 'tool' in value && typeof value.tool === 'string';
}

/** What a variant of a run changes: replayed prefixes, from `discard` to `push`, or reflection, from without to with. */
export interface VariantEffect {
	readonly suite: string;
	readonly kind: 'replay' | 'reflection';
	/** Of reflection: the suite's variant whose samples ran twice. */
	readonly variant?: string | undefined;
	/** Each rate, without (first) and with (second). */
	readonly flips: readonly ScoreFlips[];
	/** Of replay: tokens and time of the turn in both variants. */
	readonly measures: readonly ReplayMeasure[];
	/** Of replay: where the model read the pushed prefix; absent where no prompt was recorded. */
	readonly place?: PrefixPlace | undefined;
	/** Of reflection: samples in which a reflection was sent. */
	readonly reflected?: number | undefined;
}

export function variantEffects(run: EvaluatedRun): readonly VariantEffect[] {
	return [...replays(run), ...reflections(run)];
}
