import {
	ENGINE_FATES,
	type EvaluatedSuite,
	type FateOutcome,
	type Log,
	type LogSample,
	playedGenerations,
	turnOutcome,
} from '../../../src/index.ts';
import { coreText } from '../../locale/core/core-text.ts';
import type { Locale } from '../../locale/locale.ts';
import { fatesLocale } from '../../locale/sections/fates-locale.ts';
import { finderLocale } from '../../locale/sections/finder-locale.ts';
import type { EmbeddedIndex } from '../../page/embedded-page.ts';
import { clipped } from '../../page/said.ts';
import { viewOf } from '../views/views.ts';
import { mainScoreOf, scoreWord } from './sample-score.ts';

/** Characters of an input that can be searched and are shown. */
const INPUT_CHARS = 160;
/** What an engine may do to a call that an owner would look for. */
const SOUGHT: ReadonlySet<FateOutcome> = new Set(['leaked', 'swallowed', 'error', 'changed-arguments']);

/** What the page's script searches: a short row a sample, in the log's order, and the words that rows point to. */
export function sampleIndex(log: Log, locale: Locale): EmbeddedIndex {
	const suites = new Map(log.header.suites.map((suite) => [suite.name, suite]));
	const names = new Words();
	const arms = new Words();
	const reasons = new Words();
	const fates = new Words();
	const prompts = new Words();
	const inputs: string[] = [];
	const rows = log.samples.map((sample): EmbeddedIndex['rows'][number] => {
		const { outcome, reason } = outcomeOf(sample, suites.get(sample.suite), locale);
		const prompt = prompts.at(sample.sampleId);
		inputs[prompt] ??=
			typeof sample.sample.input === 'string' ? clipped(sample.sample.input, INPUT_CHARS, () => '…') : '';
		return [
			names.at(sample.suite),
			arms.at(sample.arm),
			prompt,
			sample.epoch,
			outcome,
			reason === undefined ? -1 : reasons.at(reason),
			Math.round(sample.timings.endToEndMs),
			...soughtFates(log, sample, locale).map((fate) => fates.at(fate)),
		];
	});
	const words = finderLocale[locale.lang];
	return {
		suites: names.all,
		arms: arms.all,
		armNames: arms.all.map((arm) => locale.arm(arm)),
		reasons: reasons.all,
		fates: fates.all,
		prompts: prompts.all.map((id, index) => [id, inputs[index] ?? '']),
		rows,
		words: {
			count: words.count,
			none: words.none,
			more: words.more,
			repeat: words.repeat,
			passed: locale.scores.passed,
		},
	};
}

/** 0 missed, 1 unscored, 2 passed, 3 a number or nothing that could pass. */
function outcomeOf(
	sample: LogSample,
	suite: EvaluatedSuite | undefined,
	locale: Locale,
): { readonly outcome: number; readonly reason: string | undefined } {
	const score = suite && mainScoreOf(sample, suite);
	const reason = scoreWord(score, locale, suite && viewOf(suite)?.reason?.(locale));
	if (score?.unscored !== undefined) return { outcome: 1, reason };
	return { outcome: typeof score?.value === 'boolean' ? (score.value ? 2 : 0) : 3, reason };
}

function soughtFates(log: Log, sample: LogSample, { lang }: Locale): readonly string[] {
	const played = playedGenerations(log, sample);
	return ENGINE_FATES.flatMap(({ engine, title }) => {
		const outcome = turnOutcome(played, engine);
		return outcome !== undefined && SOUGHT.has(outcome)
			? [`${coreText(title, lang)}: ${fatesLocale[lang].outcomes[outcome]}`]
			: [];
	});
}

/** Words by the order in which they were first asked for. */
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
