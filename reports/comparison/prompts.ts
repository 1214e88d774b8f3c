import { canonicalJson, type JsonValue, jsonOf } from '../../src/base/json.ts';
import { shownValue } from '../../src/eval/match/values.ts';
import { turnOf } from '../../src/eval/turn.ts';
import type { LogSample } from '../../src/log/record.ts';
import type { Flip, ScoreFlips } from '../../src/summary/flips.ts';
import { callText } from '../calls.ts';
import { reasonName } from '../html/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import { type ComparedRun, type DirectedFlip, flipsOf } from './words.ts';

/** A prompt in two runs. */
export interface PromptPair {
	readonly direction: keyof Locale['comparison']['sides'];
	/** Of the samples, the score that leads first. */
	readonly scores: readonly [PairScore, ...PairScore[]];
	readonly samples: readonly [LogSample, LogSample];
}

interface PairScore {
	readonly score: ScoreFlips;
	readonly flip: Flip;
}

type ChangedScore = PairScore & DirectedFlip;

interface ChangedPrompt extends PromptPair {
	readonly direction: DirectedFlip['direction'];
	/** Whether it is right in one run only; else only a score that answers beside others changed. */
	readonly whole: boolean;
}

/** Prompts that changed, each once: whole ones first, and of both kinds lost ones first. */
export function changedPrompts(baseline: ComparedRun, other: ComparedRun): readonly ChangedPrompt[] {
	const corpora = new Map(baseline.log.header.suites.map(({ name, corpus }) => [name, corpus.sha256]));
	const keyOf = (suite: string, id: string): string => `${corpora.get(suite)} ${id}`;
	const right = new Map(
		other.against?.answer.quality?.changed.map(({ suite, id, first, second }) => [
			keyOf(suite, id),
			first > second ? ('lost' as const) : ('gained' as const),
		]),
	);
	const changes = (other.against?.scores ?? [])
		.filter(({ main, declaration }) => main || declaration.compared === true)
		.flatMap((score) => flipsOf(score).map((flip): ChangedScore => ({ score, ...flip })));
	return [...Map.groupBy(changes, ({ score, flip }) => keyOf(score.suite, flip.sampleId))]
		.flatMap(([key, own]): readonly ChangedPrompt[] => {
			const whole = right.get(key);
			const [lead, ...more] = own.toSorted((one, two) => rank(one, whole) - rank(two, whole));
			if (lead === undefined) return [];
			const [one, two] = [baseline.log.samples[lead.flip.firstIndex], other.log.samples[lead.flip.secondIndex]];
			if (one === undefined || two === undefined) return [];
			const direction = whole ?? lead.direction;
			return [{ direction, whole: whole !== undefined, scores: [lead, ...more], samples: [one, two] }];
		})
		.toSorted((one, two) => place(one) - place(two));
}

/** First what changed as the whole prompt did, and of that checks before the score of a decision. */
function rank({ score, direction }: ChangedScore, whole: DirectedFlip['direction'] | undefined): number {
	return (whole === undefined || direction === whole ? 0 : 2) + (score.declaration.compared === true ? 0 : 1);
}

function place({ direction, whole }: ChangedPrompt): number {
	return (whole ? 0 : 2) + (direction === 'lost' ? 0 : 1);
}

/** What each build wrote, where they differ: `Q8_0 unit "l", Q4_0 unit "litres"`; without other calls the reasons. */
export function wroteText(
	{ samples, scores: [{ flip }], direction }: PromptPair,
	names: readonly [string, string],
	locale: Locale,
): string {
	const [one = [], two = []] = samples.map(({ transcript }) => turnOf(transcript).calls);
	const sides =
		canonicalJson(bare(one)) === canonicalJson(bare(two))
			? [flip.firstReason, flip.secondReason].map((reason, side) => {
					const passed = direction === 'passed' || direction === (side === 0 ? 'lost' : 'gained');
					return reason === undefined ? (passed ? '✓' : '✗') : reasonName(reason, locale);
				})
			: (differingArguments(one, two) ?? [one, two].map((calls) => callText(calls, locale)));
	const [before, after] = sides;
	return before === after ? `${before}` : sides.map((text, side) => `${names[side]} ${text}`).join(', ');
}

type Calls = ReturnType<typeof turnOf>['calls'];

function bare(calls: Calls): JsonValue {
	return jsonOf(calls.map(({ name, arguments: given }) => [name, given]));
}

/** Of the same tools; undefined where tools differ. */
function differingArguments(one: Calls, two: Calls): readonly string[] | undefined {
	if (one.length !== two.length || one.some(({ name }, index) => name !== two[index]?.name)) return undefined;
	const differing = one.flatMap(({ arguments: given }, index) => {
		const other = two[index]?.arguments ?? {};
		return [...new Set([...Object.keys(given), ...Object.keys(other)])].flatMap((name) =>
			canonicalJson([given[name] ?? null]) === canonicalJson([other[name] ?? null])
				? []
				: [[argument(name, given[name], other[name]), argument(name, other[name], given[name])] as const],
		);
	});
	return [0, 1].map((side) => differing.map((sides) => sides[side]).join(', '));
}

function argument(name: string, value: JsonValue | undefined, beside: JsonValue | undefined): string {
	return `${name} ${value === undefined ? '–' : shownValue(value, beside)}`;
}

/** Lost prompts that are named. */
export const SHOWN_LOST = 3;

/** Prompts that are right in the baseline only, a line each. */
export function lostLines(
	baseline: ComparedRun | undefined,
	other: ComparedRun | undefined,
	locale: Locale,
): readonly string[] {
	if (baseline === undefined || other === undefined) return [];
	const lost = changedPrompts(baseline, other).filter(({ direction, whole }) => whole && direction === 'lost');
	const idOf = ({ samples: [{ sampleId }] }: ChangedPrompt): string => sampleId;
	const more = lost.slice(SHOWN_LOST).map(idOf);
	return [
		...lost
			.slice(0, SHOWN_LOST)
			.map((prompt) => `${idOf(prompt)}: ${wroteText(prompt, [baseline.label, other.label], locale)}`),
		...(more.length > 0 ? [locale.first.more({ count: more.length, ids: more.slice(0, 10).join(', ') })] : []),
	];
}
