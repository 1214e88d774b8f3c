import { gzipSync } from 'node:zlib';
import type { EvaluatedSuite } from '../../src/eval/header.ts';
import type { EngineOutcome } from '../../src/fates/outcome.ts';
import { ENGINE_READERS } from '../../src/fates/play.ts';
import type { Log, LogSample } from '../../src/log/record.ts';
import { playedGenerations, turnOutcome } from '../../src/summary/fates/fates.ts';
import { checksOf, failedCheck } from '../../src/summary/state/right.ts';
import { isCached } from '../../src/summary/turn-times.ts';
import type { Locale } from '../messages/catalogue.ts';
import { isNamed } from '../notices.ts';
import { conversationSteps } from './conversation.ts';
import type { EmbeddedIndex, EmbeddedRow, EmbeddedSample, EmbeddedSettings } from './embedded-page.ts';
import { explained } from './failure.ts';
import { clipped, html, jsonMarkup, type Markup } from './markup.ts';
import { inputOf, scoreWord } from './samples.ts';
import { viewOf } from './sections/suites.ts';

/** Samples per chunk; the script reads a chunk when a row of it is opened. */
const CHUNK = 100;
/** Logs of more samples are gzipped. */
const PLAIN_SAMPLES = 300;

/** The samples as JSON for the script, each once. */
export function* embeddedData(
	samples: readonly LogSample[],
	locale: Locale,
	rows: ReadonlyMap<number, EmbeddedRow> = new Map(),
	index?: EmbeddedIndex,
	suites: readonly EvaluatedSuite[] = [],
): Generator<Markup, void, void> {
	const plain = samples.length <= PLAIN_SAMPLES;
	const named = new Map(suites.map((suite) => [suite.name, suite]));
	const { detail } = locale;
	const settings: EmbeddedSettings = {
		chunk: CHUNK,
		labels: {
			...detail.who,
			result: detail.result,
			noResult: detail.noResult,
			dropped: detail.notKept,
			raw: detail.raw,
			generation: detail.generation,
			prompt: detail.prompt,
			output: detail.output,
			total: detail.total,
			broken: detail.broken,
			copied: locale.identity.copied,
			link: locale.finder.link,
		},
	};
	yield html`<script type="application/json" id="settings">${jsonMarkup(JSON.stringify(settings))}</script>
${index && html`<script type="application/json" id="index">${jsonMarkup(content(JSON.stringify(index), plain))}</script>\n`}`;
	for (let start = 0; start < samples.length; start += CHUNK) {
		const json = JSON.stringify(
			samples.slice(start, start + CHUNK).map((sample, index) => ({
				...embeddedSample(sample, rows.get(start + index), locale),
				explained: explained(sample, named.get(sample.suite), locale),
			})),
		);
		yield html`<script type="application/json" id="data-${start / CHUNK}">${jsonMarkup(content(json, plain))}</script>
`;
	}
}

function content(json: string, plain: boolean): string {
	return plain ? json : JSON.stringify(gzipSync(json, { level: 3 }).toString('base64'));
}

function embeddedSample(
	sample: LogSample,
	row: EmbeddedRow | undefined,
	locale: Locale,
): Omit<EmbeddedSample, 'explained'> {
	const steps = conversationSteps(sample, locale);
	const cached = isCached(sample.timings);
	return {
		steps: cached ? steps.map(({ atMs: _, ...step }) => step) : steps,
		raw: sample.transcript.generations.map((generation, index) => {
			const timings = sample.timings.generations[index];
			return {
				prompt: generation.promptTail,
				output: generation.pieces.join(''),
				finish: generation.finish.unified,
				usage: generation.usage,
				firstTokenMs: rounded(timings?.firstTokenMs),
				totalMs: cached ? undefined : rounded(timings?.totalMs),
			};
		}),
		endToEndMs: cached ? undefined : rounded(sample.timings.endToEndMs),
		row,
	};
}

/** To tenths. */
function rounded<T extends number | undefined>(ms: T): T {
	return (ms && Math.round(ms * 10) / 10) as T;
}

/** Searchable characters of an input. */
const INPUT_CHARS = 160;
/** Engine outcomes worth a search. */
const SOUGHT: ReadonlySet<EngineOutcome> = new Set(['leaked', 'swallowed', 'error', 'changed-arguments']);

/** The data of the search: a short row per sample, in the log's order, and the words it points to. */
export function sampleIndex(log: Log, locale: Locale): EmbeddedIndex {
	const suites = new Map(log.header.suites.map((suite) => [suite.name, suite]));
	const names = new Words();
	const variants = new Words();
	const reasons = new Words();
	const fates = new Words();
	const prompts = new Words();
	const inputs: string[] = [];
	const rows = log.samples.map((sample): EmbeddedIndex['rows'][number] => {
		const { outcome, reason } = outcomeOf(sample, suites.get(sample.suite), locale);
		const prompt = prompts.at(sample.sampleId);
		inputs[prompt] ??= clipped(inputOf(sample), INPUT_CHARS, () => '…');
		return [
			names.at(sample.suite),
			variants.at(sample.variant),
			prompt,
			sample.epoch,
			outcome,
			reason === undefined ? -1 : reasons.at(reason),
			isCached(sample.timings) ? -1 : Math.round(sample.timings.endToEndMs),
			...soughtFates(log, sample, locale).map((fate) => fates.at(fate)),
		];
	});
	const words = locale.finder;
	return {
		suites: names.all,
		variants: variants.all,
		variantNames: variants.all.map((variant) => locale.variant(variant)),
		reasons: reasons.all,
		fates: fates.all,
		prompts: prompts.all.map((id, index) => [id, inputs[index] ?? '']),
		rows,
		words: {
			// Filled in by the page's script.
			count: words.count({ shown: '{shown}', all: '{all}' }),
			none: words.none,
			more: words.more({ count: '{count}' }),
			repeat: words.repeat({ number: '{number}' }),
			passed: locale.scores.passed,
		},
	};
}

/** 0 wrong, 1 unscored, 2 right, 3 without a check, by the checks of the sample. */
function outcomeOf(
	sample: LogSample,
	suite: EvaluatedSuite | undefined,
	locale: Locale,
): { readonly outcome: number; readonly reason?: string } {
	const checks = suite === undefined ? [] : checksOf(suite, sample);
	const failed = failedCheck(checks);
	if (suite === undefined || failed === undefined) return { outcome: checks.length > 0 ? 2 : 3 };
	const { right, score } = failed;
	// Where less is better, a yes is wrong.
	const reason =
		score.value === true ? locale.scores.missed : scoreWord(score, locale, viewOf(suite)?.reason?.(locale));
	return { outcome: right === false ? 0 : 1, reason };
}

/** In the engine that the app or the target names. */
function soughtFates(log: Log, sample: LogSample, { fates }: Locale): readonly string[] {
	const { app, target } = log.header;
	const played = playedGenerations(log, sample);
	return ENGINE_READERS.filter((one) => isNamed(one, [app?.engine, target])).flatMap(({ engine, title }) => {
		const outcome = turnOutcome(played, engine);
		return outcome !== undefined && SOUGHT.has(outcome) ? [`${title}: ${fates.outcomes[outcome]}`] : [];
	});
}

/** Words in order of first use. */
class Words {
	readonly #places: Map<string, number> = new Map<string, number>();

	at(word: string): number {
		const place = this.#places.get(word) ?? this.#places.size;
		this.#places.set(word, place);
		return place;
	}

	get all(): readonly string[] {
		return [...this.#places.keys()];
	}
}
