import type { JsonValue } from '../base/json.ts';
import { missingEvidence } from '../eval/evidence/turn-evidence.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../eval/header.ts';
import type { SampleResult } from '../eval/sample.ts';
import { reflectedVariant } from '../eval/settings.ts';
import { turnOf } from '../eval/turn.ts';
import type { PrefixPlace } from '../lint/unseen-turns.ts';
import { type PairedDifference, promptDifference } from '../stats/paired.ts';
import { type PairedSample, type ScoreFlips, scoreFlips } from './flips.ts';
import { endToEnd } from './turn-times.ts';

/** Effect of reflection on each variant that ran both ways. */
function reflections(run: EvaluatedRun): readonly VariantEffect[] {
	if (run.header.settings.reflection !== 'both') return [];
	return run.header.suites.flatMap((suite) => {
		const own = run.samples.filter((sample) => sample.suite === suite.name);
		return [...new Set(own.map(({ variant }) => variant))].flatMap((variant): readonly VariantEffect[] => {
			const to = reflectedVariant(variant);
			const flips = scoreFlips(variantPairs(run, suite, variant, to), [suite]);
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

/** A number of the next user turn, tools included, without and with the kept prefix. */
export interface ReplayMeasure {
	/** `promptTokens`: of the turn's first prompt. */
	readonly measure: (typeof REPLAY_MEASURES)[number];
	/** Means over the same conversations. */
	readonly without: number;
	readonly kept: number;
	/**
	 * With minus without, one pair per conversation. Times have no interval: the variants run one after the other, and a
	 * machine that is busier during one of them moves every pair alike.
	 */
	readonly difference: PairedDifference;
}

/** Measures with at least two conversations in both variants. Turns that were cut off are excluded. */
function replayMeasures(pairs: readonly PairedSample[]): readonly ReplayMeasure[] {
	const whole = pairs.filter((pair) => [pair.first, pair.second].every(isWhole));
	return REPLAY_MEASURES.flatMap((measure): readonly ReplayMeasure[] => {
		const paired = promptDifference(
			whole.flatMap(({ first, second }) => {
				const [without, kept] = [measuredIn(first, measure), measuredIn(second, measure)];
				return without === undefined || kept === undefined
					? []
					: [{ prompt: first.sampleId, first: without, second: kept }];
			}),
		);
		if (paired === undefined) return [];
		const { firstMean: without, secondMean: kept, difference } = paired;
		const { n, mean } = difference;
		return [{ measure, without, kept, difference: measure === 'endToEndMs' ? { n, mean } : difference }];
	});
}

/** The samples that ran in both variants. */
export function variantPairs(
	{ samples }: EvaluatedRun,
	suite: EvaluatedSuite,
	from: string,
	to: string,
): readonly PairedSample[] {
	const of = (variant: string): Map<string, { readonly sample: SampleResult; readonly index: number }> =>
		new Map(
			samples.flatMap((sample, index) =>
				sample.suite === suite.name && sample.variant === variant
					? [[`${sample.sampleId} ${sample.epoch}`, { sample, index }] as const]
					: [],
			),
		);
	const others = of(to);
	return [...of(from)].flatMap(([key, { sample: first, index: firstIndex }]) => {
		const other = others.get(key);
		return other === undefined ? [] : [{ first, second: other.sample, firstIndex, secondIndex: other.index }];
	});
}

function isWhole({ transcript }: SampleResult): boolean {
	return missingEvidence(turnOf(transcript), 'turn') === undefined;
}

function measuredIn(sample: SampleResult, measure: ReplayMeasure['measure']): number | undefined {
	const { transcript, timings } = sample;
	if (measure === 'endToEndMs') return timings.cold ? undefined : endToEnd(sample);
	if (measure === 'promptTokens') return transcript.generations[0]?.usage.promptTokens;
	const counts = transcript.generations.flatMap(({ usage }) => usage.outputTokens ?? []);
	return counts.length < transcript.generations.length ? undefined : counts.reduce((sum, tokens) => sum + tokens, 0);
}

/** View of suites whose variants keep or discard the prefix in the history. */
const REPLAY_VIEW = 'replay';

/** Effect of each suite that declares the view and ran in both variants. */
function replays(run: EvaluatedRun): readonly VariantEffect[] {
	return run.header.suites
		.filter(({ view }) => view === REPLAY_VIEW)
		.flatMap((suite): readonly VariantEffect[] => {
			const pairs = variantPairs(run, suite, 'discard', 'push');
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

/** Finds the prefix in the rendered prompt. */
function placeOf({ sample, transcript }: SampleResult): PrefixPlace | undefined {
	const prompt = transcript.generations[0]?.promptTail;
	const { before, prefix, call, closing } = sample;
	if (prompt === undefined || typeof prefix !== 'string' || !isCall(call)) return undefined;
	const start = typeof before === 'string' ? Math.max(0, prompt.indexOf(before)) + before.length : 0;
	const said = prompt.indexOf(prefix, start);
	if (said === -1) return 'nowhere';
	if (said < prompt.indexOf(call.tool, start)) return 'before the call';
	// A prefix after the call is after the response if no call is between it and the closing words.
	const rest = typeof closing === 'string' ? prompt.slice(said + prefix.length, prompt.indexOf(closing, said)) : '';
	return rest.includes(call.tool) ? 'between call and response' : 'behind the response';
}

function isCall(value: JsonValue | undefined): value is { readonly tool: string } {
	return typeof value === 'object' && value !== null && 'tool' in value && typeof value.tool === 'string';
}

/** Effect of replayed prefixes (from `discard` to `push`) or of reflection (from without to with). */
export interface VariantEffect {
	readonly suite: string;
	readonly kind: 'replay' | 'reflection';
	/** Of reflection: the variant whose samples ran twice. */
	readonly variant?: string;
	/** Of each rate, without (first) and with (second). */
	readonly flips: readonly ScoreFlips[];
	/** Of replay: tokens and time of the turn in both variants. */
	readonly measures: readonly ReplayMeasure[];
	/** Of replay: where the pushed prefix is in the prompt; absent if no prompt was recorded. */
	readonly place?: PrefixPlace;
	/** Of reflection: samples in which a reflection was sent. */
	readonly reflected?: number;
}

export function variantEffects(run: EvaluatedRun): readonly VariantEffect[] {
	return [...replays(run), ...reflections(run)];
}
