import { type EvaluatedSuite, mainScore } from '../src/eval/header.ts';
import type { SampleResult } from '../src/eval/sample.ts';
import type { Score, ScoreDeclaration } from '../src/eval/score.ts';
import { turnOf, turnWaiting } from '../src/eval/turn.ts';

/** A sample as promptfoo takes an answer: what was said and called, tokens, latency, and all scores in `metadata`. */
export function sampleResponse(sample: SampleResult, { scores }: Pick<EvaluatedSuite, 'scores'>): ProviderResponse {
	const { suite, sampleId, variant, epoch, seed, timings } = sample;
	return {
		output: outputOf(sample),
		error: unscoredReason(sample.scores, scores),
		tokenUsage: tokenUsage(sample),
		latencyMs: timings.endToEndMs,
		metadata: {
			suite,
			sample: sampleId,
			variant,
			epoch,
			seed,
			scores: sample.scores,
			...turnWaiting(sample),
			cold: timings.cold,
		},
	};
}

/** The text before the call, a line per call, and the model's last words, in the order in which they came. */
function outputOf({ transcript }: SampleResult): string {
	const { prefix = '', calls, answer } = turnOf(transcript);
	const said = calls.length === 0 ? [answer ?? prefix] : [prefix, ...calls.map(callText), answer ?? ''];
	return said
		.map((part) => part.trim())
		.filter((part) => part !== '')
		.join('\n');
}

function callText({ name, arguments: args }: { readonly name: string; readonly arguments: object }): string {
	return `→ ${name}(${JSON.stringify(args)})`;
}

/** Over all generations of the sample; a count that one of them does not have is absent. */
function tokenUsage({ transcript: { generations } }: SampleResult): TokenUsage {
	const sum = (counts: readonly (number | undefined)[]): number | undefined =>
		counts.reduce((total, count) => (total === undefined || count === undefined ? undefined : total + count), 0);
	const prompt = sum(generations.map(({ usage }) => usage.promptTokens));
	const completion = sum(generations.map(({ usage }) => usage.outputTokens));
	return { prompt, completion, total: sum([prompt, completion]), numRequests: generations.length };
}

/** What gemmark writes of promptfoo's own types, as its 0.123 declares them; unknown is absent. */

interface TokenUsage {
	readonly prompt?: number;
	readonly completion?: number;
	readonly total?: number;
	readonly numRequests?: number;
}

/** What a provider answers. */
export interface ProviderResponse {
	readonly output?: string;
	/** Counts as an error, neither passed nor failed. */
	readonly error?: string;
	readonly tokenUsage?: TokenUsage;
	/** The whole turn with its tools, by gemmark's clock. */
	readonly latencyMs?: number;
	readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What an assertion comes to. */
export interface GradingResult {
	readonly pass: boolean;
	readonly score: number;
	readonly reason: string;
	readonly namedScores?: Readonly<Record<string, number>>;
	readonly componentResults?: readonly GradingResult[];
	readonly assertion?: Assertion;
}

interface Assertion {
	readonly type: string;
	readonly metric?: string;
	readonly value?: unknown;
}

export interface AssertionContext {
	readonly providerResponse?: ProviderResponse;
}

export interface TestCase {
	readonly description: string;
	readonly vars: Readonly<Record<string, string>>;
	readonly metadata: Readonly<Record<string, string>>;
	readonly assert: readonly Assertion[];
}

type Scores = Readonly<Record<string, Score>>;
type Declared = Readonly<Record<string, ScoreDeclaration>>;

/** The main score as promptfoo grades, the others as its named scores; undefined where the main one is unscored or missing. */
export function sampleGrading(scores: Scores, declared: Declared): GradingResult | undefined {
	const main = mainScore({ scores: declared });
	const graded = Object.keys(declared).flatMap((name) => {
		const score = Object.hasOwn(scores, name) ? scores[name] : undefined;
		return score?.value === undefined ? [] : [gradingOf(name, score)];
	});
	const decisive = graded.find(({ assertion }) => assertion?.metric === main);
	if (decisive === undefined) return undefined;
	return {
		...decisive,
		namedScores: Object.fromEntries(graded.map(({ assertion, score }) => [assertion?.metric ?? '', score])),
	};
}

/** Why the main score says nothing, in one line; undefined where it does. */
function unscoredReason(scores: Scores, declared: Declared): string | undefined {
	const main = mainScore({ scores: declared });
	if (main === undefined) return 'no score: the suite has no rate';
	const {
		value,
		unscored = 'score-missing',
		detail,
	}: Partial<Score> = Object.hasOwn(scores, main) ? (scores[main] ?? {}) : {};
	if (value !== undefined) return undefined;
	return `unscored: ${unscored}${detail === undefined ? '' : `: ${detail}`}`;
}

function gradingOf(name: string, { value, reason, detail }: Score): GradingResult {
	const why = [reason, detail].filter((text) => text !== undefined).join(': ');
	return {
		pass: value !== false,
		score: Number(value),
		reason: why === '' ? `${name}: ${value === true ? 'yes' : value === false ? 'no' : value}` : why,
		assertion: { type: 'javascript', metric: name, value: `gemmark's score '${name}'` },
	};
}
