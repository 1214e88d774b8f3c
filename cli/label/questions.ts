import type { Locale } from '../../reports/messages/catalogue.ts';
import { type JudgedPrefix, placeOf } from '../../run/results/labels-file.ts';
import type { Run } from '../../run/results/read-run.ts';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { type Label, labelledDecision, MAX_WHO, mergeLabels, resolveLabels } from '../../src/eval/scoring/labels.ts';
import { type DecisionSummary, decisionsOf } from '../../src/summary/decisions/decisions.ts';
import { textsToLabel } from '../../src/summary/decisions/judged-prompts.ts';

export interface LabelQuestion {
	readonly item: JudgedPrefix;
	/** Texts without an answer, this one included. */
	readonly left: number;
	/** How the verdict stands with the answers so far. */
	readonly stands: readonly string[];
}

export interface Asking {
	/** Asked for where it is absent. */
	readonly who: string | undefined;
	readonly lang: 'en' | 'ko';
	/** Answered by whether a text is worth keeping; undefined skips it. */
	readonly questions: (who: string) => AsyncGenerator<LabelQuestion, readonly string[], boolean | undefined>;
}

/** Labels need a name that their file can hold. */
export function nameOf({ who = '' }: { readonly who?: string }): string {
	const name = who.trim();
	if (name.length > MAX_WHO) throw new UsageError(message('usage.label-name-long', { limit: MAX_WHO }));
	if (name !== '') return name;
	throw new UsageError(message('usage.label-without-name'));
}

export interface Asked {
	readonly log: Run['log'];
	readonly judged: readonly JudgedPrefix[];
	readonly before: readonly Label[];
	/** Asks on when the labels have settled it. */
	readonly all: boolean;
	readonly words: Locale['label'];
}

/**
 * The most telling text first, and how it stands, until it is settled. Of many texts some are asked before the rest is
 * weighed and saved again, so that the whole takes linear time.
 */
export async function* questionsTo(
	who: string,
	asked: Asked,
	save: (labels: readonly Label[]) => void,
): AsyncGenerator<LabelQuestion, readonly string[], boolean | undefined> {
	const { log, judged, before, words } = asked;
	const decide = decisionsOf(log);
	const skipped = new Set<string>();
	const round = Math.ceil(judged.length / 100);
	for (let labels = before; ; ) {
		const { judgements } = await resolveLabels(log, labels);
		const decisions = decide(judgements).filter(({ suite }) => labelledDecision(suite) !== undefined);
		const stands = labels === before ? [] : standLines(decisions, words);
		const open = openTexts({ ...asked, who }, labels, decisions).filter(({ text }) => !skipped.has(text));
		if (open.length === 0) return stands;
		const own: Label[] = [];
		try {
			for (const [place, item] of open.slice(0, round).entries()) {
				const meaningful = yield { item, left: open.length - place, stands: place === 0 ? stands : [] };
				if (meaningful === undefined) skipped.add(item.text);
				else own.push({ promptId: item.promptId, sampleHash: item.sampleHash, meaningful, who });
			}
		} finally {
			labels = mergeLabels(labels, own);
			if (own.length > 0) save(labels);
		}
	}
}

/** How each decision stands with the labels so far. */
function standLines(decisions: readonly DecisionSummary[], words: Locale['label']): readonly string[] {
	return decisions.flatMap(({ suite, standing: { figure, verdict } }) => {
		if (figure === undefined) return [];
		const share = Math.floor(100 * figure.these.low);
		const isSettled = textsToLabel(verdict, figure) === undefined;
		const line = words.stands(share, verdict.threshold, verdict.n, isSettled);
		return [decisions.length > 1 ? `${suite.name}: ${line}` : line];
	});
}

/**
 * Texts that this person has not judged, the most telling first: of the kind that the plan names, of the phrase before most
 * calls, and of it the text before most; then filler, then announcements, then echoes. Of a settled decision, and of a phrase
 * that has its label, none, unless all are asked.
 */
function openTexts(
	{ judged, who, all }: Asked & { readonly who: string },
	labels: readonly Label[],
	decisions: readonly DecisionSummary[],
): readonly JudgedPrefix[] {
	const own = labelsOf(who, labels);
	const done = new Set(judged.filter((item) => own.has(placeOf(item))).map(({ suite, text }) => `${suite} ${text}`));
	return decisions.flatMap(({ suite, ruled, standing: { figure, verdict, phrases } }) => {
		const next = textsToLabel(verdict, figure);
		if (figure !== undefined && next === undefined && !all) return [];
		const families = new Map(ruled.map(({ id, family }) => [id, family]));
		const sizes = Map.groupBy(ruled, ({ family }) => family);
		const family = ({ promptId }: JudgedPrefix): number => families.get(promptId) ?? -1;
		const phrase = (item: JudgedPrefix): number => sizes.get(family(item))?.length ?? 0;
		const texts = Map.groupBy(
			judged.filter(
				(item) =>
					item.suite === suite.name && !done.has(`${suite.name} ${item.text}`) && (all || !phrases.has(family(item))),
			),
			({ text }) => text,
		);
		const isNext = ({ score }: JudgedPrefix): boolean => (score?.value === true) === (next !== 'unflagged');
		const rank = ({ score }: JudgedPrefix): number => ORDER.indexOf(score?.reason ?? '') + 1 || ORDER.length + 1;
		return Array.from(texts.values(), (same) => ({ item: same[0], prompts: same.length }))
			.flatMap(({ item, prompts }) => (item === undefined ? [] : [{ item, prompts }]))
			.sort(
				(one, other) =>
					Number(isNext(other.item)) - Number(isNext(one.item)) ||
					phrase(other.item) - phrase(one.item) ||
					(phrase(one.item) > 1 ? family(one.item) - family(other.item) : 0) ||
					other.prompts - one.prompts ||
					rank(one.item) - rank(other.item),
			)
			.map(({ item }) => item);
	});
}

const ORDER = ['filler', 'bare-announcement', 'echo'];

/** A person's labels, by the place of their text. */
export function labelsOf(who: string, labels: readonly Label[]): ReadonlyMap<string, Label> {
	return new Map(labels.filter((label) => label.who === who).map((label) => [placeOf(label), label]));
}
