import { type Message, message } from '../../base/message.ts';
import { certainHits, type Decision, type Doubt, type Verdict } from '../../eval/decision.ts';
import type { EvaluatedRun } from '../../eval/header.ts';
import type { ReasonCounts } from '../../stats/counts.ts';
import type { BeforeCall } from './before-call.ts';
import type { RuleFigure } from './judged-prompts.ts';

interface Outcome {
	readonly verdict: Verdict;
	readonly prompts: readonly { readonly id: string; readonly hits: number; readonly misses: number }[];
	readonly beforeCall?: BeforeCall;
	readonly figure?: RuleFigure;
}

interface Decided {
	readonly decision: Decision;
	readonly standing: Outcome;
	readonly rule: { readonly verdict: Verdict };
	readonly people?: {
		readonly verdict: Verdict;
		readonly labelled: number;
		readonly of: number;
		readonly disputed: number;
	};
	/** Whether the prefix rule judges: its error matters. */
	readonly byRule: boolean;
	/** Whether another draw could differ, if known. */
	readonly draws: 'greedy' | 'once' | undefined;
	/** The sentence of the prompt that forbids what is counted. */
	readonly forbiddenBy?: string;
}

/** The final verdict: the path, whether the model called at all, what could turn it with the way out, people's part. */
export function saidOf(decided: Decided): readonly Message[] {
	const { standing, rule, people } = decided;
	const counts = people && {
		labelled: people.labelled + people.disputed,
		of: people.of,
		disputed: people.disputed || undefined,
		rule: shortMessage(rule.verdict),
	};
	if (counts !== undefined && standing.verdict.status === 'undecided' && standing.verdict.cause === 'labels') {
		return [message('score.turned', { ...counts, people: shortMessage(people?.verdict ?? rule.verdict) })];
	}
	return [
		...verdictMessages(decided),
		...(decided.forbiddenBy === undefined ? [] : [message('score.prefix-forbidden', { quote: decided.forbiddenBy })]),
		...(counts === undefined
			? []
			: [counts.labelled === counts.of ? message('score.people-all', counts) : message('score.people-some', counts)]),
	];
}

function verdictMessages(decided: Decided): readonly Message[] {
	const { verdict, figure } = decided.standing;
	const { hits, misses, n, threshold, unscored, partly } = verdict;
	const causes = unscored.length === 0 ? undefined : reasonMessages(unscoredCounts(verdict));
	switch (verdict.status) {
		case 'complete':
		case 'truncated':
			return [
				pathMessage(decided, verdict),
				...(verdict.status === 'truncated' && causes !== undefined
					? [message('score.unscored-certain', { causes })]
					: []),
				...calledMessages(decided),
				...verdict.doubts.flatMap((doubt) => doubtMessages(doubt, decided)),
				...settledMessages(decided),
			];
		case 'undecided':
			if (verdict.cause === 'no-call') return [message('score.no-path-call', { n })];
			if (verdict.cause === 'rule-error' && figure !== undefined) return againstMessages(verdict, figure);
			return [
				message('score.no-path', {
					n,
					threshold,
					first: decided.decision.paths[0].name,
					hits,
					open: n - hits - misses,
					causes,
				}),
				...calledMessages(decided),
				...(figure === undefined ? [] : [rangeMessage(figure, decided.decision.paths[0].name)]),
			];
		case 'subset':
			return hits + misses === n
				? [message('score.subset-of-repeats', { hits, judged: n, causes })]
				: [message('score.subset', { hits, judged: hits + misses, n, partly: partly || undefined, causes })];
	}
}

type TakenVerdict = Extract<Verdict, { readonly path: string }>;

function pathMessage({ decision, standing: { figure }, people, byRule }: Decided, verdict: TakenVerdict): Message {
	const { path, n, threshold } = verdict;
	const counted = { path, hits: hitsMessage(verdict), n, threshold };
	if (byRule) {
		const open = figure === undefined ? 0 : figure.open.flagged + figure.open.unflagged;
		const range = figure && { low: figure.worth.low, high: figure.worth.high + figure.unscored };
		const worth = open > 0 && range !== undefined && range.low < range.high && range;
		return message(people === undefined ? 'score.path-rule' : 'score.path-labels', { ...counted, ...worth });
	}
	const interval = verdict.status === 'complete' && percents(verdict.wilson);
	return message('score.path', { ...counted, first: decision.paths[0].name, ...interval });
}

function percents({ low, high }: { readonly low: number; readonly high: number }): {
	readonly low: string;
	readonly high: string;
} {
	return { low: (low * 100).toFixed(1), high: (high * 100).toFixed(1) };
}

function calledMessages({ standing: { beforeCall, prompts } }: Decided): readonly Message[] {
	if (beforeCall === undefined) return [];
	const { called, kinds } = beforeCall;
	const some = called < prompts.length && called > 0;
	return [message('score.called', { called, n: prompts.length, hits: some ? kinds.worth : undefined })];
}

function doubtMessages(doubt: Doubt, decided: Decided): readonly Message[] {
	const { decision, standing, draws } = decided;
	const { verdict, figure } = standing;
	switch (doubt.cause) {
		case 'rule-error':
			return figure === undefined
				? []
				: [holdsMessage(verdict, figure), ...(figure.onePhrase === undefined ? labelMessages(figure) : [])];
		case 'one-phrase': {
			const counted = { n: doubt.count, hits: verdict.hits, other: decision.paths[1].name };
			return [message('score.doubt-phrase', counted), ...(figure === undefined ? [] : labelMessages(figure))];
		}
		case 'other-prompts': {
			// What is doubtful about these prompts is nearer.
			if (verdict.path === undefined || verdict.doubts.some(({ cause }) => NEARER.has(cause))) return [];
			const first = verdict.path === decision.paths[0].name;
			const other = decision.paths[first ? 1 : 0].name;
			const again = figure?.again ?? (verdict.status === 'complete' ? verdict.probability : undefined);
			const share = again === undefined ? undefined : Math.ceil(100 * (first ? 1 - again : again));
			const n = figure?.scored;
			return [message(draws === 'greedy' ? 'score.doubt-prompts-greedy' : 'score.doubt-prompts', { n, other, share })];
		}
		case 'every-prompt':
			return [message('score.doubt-every')];
		case 'tied-repeats':
			return [message('score.doubt-tied', { n: doubt.count })];
		case 'split-people':
			return [message('score.doubt-people', { n: doubt.count })];
		case 'sampling':
			return [message('score.doubt-sampling')];
	}
}

const NEARER: ReadonlySet<Doubt['cause']> = new Set(['rule-error', 'one-phrase']);

/** Rounded against the good news. */
function holdsMessage({ hits, threshold }: Verdict, figure: RuleFigure): Message {
	const { low, high } = hits >= threshold ? figure.these : { low: 1 - figure.these.high, high: 1 - figure.these.low };
	if (figure.unscored === 0) return message('score.doubt-rule', { share: Math.floor(100 * low) });
	return message('score.doubt-rule-range', {
		low: Math.floor(100 * low),
		high: Math.floor(100 * high),
		open: figure.unscored,
	});
}

function rangeMessage({ these, unscored }: RuleFigure, path: string): Message {
	return message('score.between', {
		path,
		low: Math.floor(100 * these.low),
		high: Math.ceil(100 * these.high),
		open: unscored,
	});
}

function labelMessages({ plan, open }: RuleFigure): readonly Message[] {
	if (plan === undefined) return [];
	const [n, usual] = [open[plan.next], plan.expected && Math.ceil(plan.expected)];
	return [message(plan.next === 'flagged' ? 'score.label-counted' : 'score.label-missed', { n, usual })];
}

/** The rule's error speaks against its count. */
function againstMessages({ hits, n, threshold }: Verdict, { these, open }: RuleFigure): readonly Message[] {
	if (hits >= threshold) {
		const share = Math.floor(100 * (1 - these.high));
		return [message('score.against-first', { hits, n, threshold, share, open: open.flagged })];
	}
	return [
		message('score.against-second', { hits, n, threshold, share: Math.floor(100 * these.low), open: open.unflagged }),
	];
}

/** That the rule's error is unknown, that other prompts would say the same, and which repeats disagree. */
function settledMessages({ standing: { verdict, figure, prompts }, byRule }: Decided): readonly Message[] {
	if (!byRule) return [];
	const split = prompts.filter(({ hits, misses }) => hits > 0 && misses > 0).map(({ id }) => id);
	const known = figure === undefined ? [message('score.error-unknown')] : [];
	const alike =
		figure?.again !== undefined && verdict.status === 'complete' && verdict.certainty === 'settled'
			? [message('score.alike')]
			: [];
	return [
		...known,
		...alike,
		...(split.length === 0 ? [] : [message('score.epochs-disagree', { n: split.length, prompts: split })]),
	];
}

/** Such as `path A, 9 of 15`. */
function shortMessage(verdict: Verdict): Message {
	const { path, status, hits, misses, n } = verdict;
	const counts = { hits: hitsMessage(verdict), n: status === 'subset' ? hits + misses : n };
	return path === undefined ? message('score.no-path-short', counts) : message('score.path-short', { path, ...counts });
}

/** `9`; if a path is certain without every prompt, `at least 5` or `at most 1`. */
export function hitsMessage(verdict: Verdict): number | Message {
	if (verdict.status !== 'truncated') return verdict.hits;
	const { bound, hits } = certainHits(verdict);
	return message(bound === 'atLeast' ? 'score.at-least' : 'score.at-most', { n: hits });
}

/** Causes why a verdict has no path, with remedies. */
export function remediesOf({ verdict }: Outcome): readonly { readonly prompts: number; readonly cause: Message }[] {
	const { partly = 0 } = verdict;
	if (verdict.status !== 'undecided') return [];
	const open: ReasonCounts = [
		{ reason: 'never-called', count: verdict.cause === 'no-call' ? verdict.n : 0 },
		...unscoredCounts(verdict),
		{ reason: 'not-repeated', count: partly },
		{ reason: 'not-evaluated', count: promptsWithoutSample(verdict) },
	];
	return open.flatMap(({ reason, count }) => (count > 0 ? [{ prompts: count, cause: reasonMessage(reason) }] : []));
}

/** Unscored prompts by cause. */
export function unscoredCounts({ unscored }: Verdict): ReasonCounts {
	return unscored.map(({ cause, count }) => ({ reason: cause, count }));
}

/** Number of prompts without an evaluated sample. */
export function promptsWithoutSample({ hits, misses, n, unscored, partly = 0 }: Verdict): number {
	return n - hits - misses - partly - unscored.reduce((sum, { count }) => sum + count, 0);
}

/** Causes with their counts, such as `2 hit the token limit`. */
export function reasonMessages(reasons: ReasonCounts): readonly Message[] {
	return reasons.map(({ reason, count }) => message('score.count', { n: count, reason: reasonMessage(reason) }));
}

/** Why a sample is unscored, with the remedy. */
function reasonMessage(reason: string): Message {
	return { code: `score.${reason}`, params: {} };
}

/** Whether another draw could differ: unknown of an app that runs its own loop, and of a capture without a temperature. */
export function drawsOf({ header: { engine, settings } }: EvaluatedRun): 'greedy' | 'once' | undefined {
	if (engine.api === 'app' || settings.temperature === undefined) return undefined;
	return settings.temperature === 0 ? 'greedy' : settings.epochs === 1 ? 'once' : undefined;
}
