import { type Message, message } from '../../base/message.ts';
import { type BorderlineCause, certainHits, type Decision, type Verdict } from '../../eval/decision.ts';
import type { EvaluatedSuite } from '../../eval/run.ts';
import type { ReasonCounts } from '../../stats/counts.ts';
import { localized } from '../../text/text.ts';

interface Decided {
	readonly decision: Decision;
	readonly standing: { readonly verdict: Verdict; readonly turned: boolean };
	readonly rule: { readonly verdict: Verdict };
	readonly people?:
		| { readonly verdict: Verdict; readonly labelled: number; readonly of: number; readonly disputed: number }
		| undefined;
}

/** The final verdict, with every doubt. */
export function saidOf(suite: EvaluatedSuite, { standing, rule, people, decision }: Decided): readonly Message[] {
	if (people === undefined) return verdictMessages(suite, decision, standing.verdict);
	const { labelled, of, disputed } = people;
	const counts = {
		labelled: labelled + disputed,
		of,
		disputed: disputed || undefined,
		rule: shortMessage(rule.verdict),
	};
	if (standing.turned) return [message('score.turned', { ...counts, people: shortMessage(people.verdict) })];
	return [
		...verdictMessages(suite, decision, people.verdict),
		labelled === of ? message('score.people-all', counts) : message('score.people-some', counts),
	];
}

function verdictMessages(suite: EvaluatedSuite, decision: Decision, verdict: Verdict): readonly Message[] {
	const { hits, misses, n, threshold, unscored, partly } = verdict;
	const title = Object.hasOwn(suite.scores, decision.score) ? suite.scores[decision.score]?.title : undefined;
	const score = title === undefined ? decision.score : localized(title, 'en');
	const causes = unscored.length === 0 ? undefined : causeMessages(unscored);
	const asked = { n, score, threshold, first: decision.paths[0].name };
	switch (verdict.status) {
		case 'complete': {
			const [low, high] = [verdict.wilson.low, verdict.wilson.high].map((end) => (end * 100).toFixed(1));
			return [
				message('score.path', { ...asked, path: verdict.path, hits, low, high }),
				...verdict.borderlineCauses.map(borderlineMessage),
			];
		}
		case 'truncated':
			return [
				message('score.path', { ...asked, path: verdict.path, hits: hitsMessage(verdict) }),
				...(causes === undefined ? [] : [message('score.unscored-certain', { causes })]),
				...verdict.borderlineCauses.map(borderlineMessage),
			];
		case 'undecided':
			return [message('score.no-path', { ...asked, hits, open: n - hits - misses, causes })];
		case 'subset':
			return hits + misses === n
				? [message('score.subset-of-repeats', { hits, judged: n, score, causes })]
				: [message('score.subset', { hits, judged: hits + misses, n, score, partly: partly || undefined, causes })];
	}
}

/** Such as `path A, 9 of 15`. */
function shortMessage(verdict: Verdict): Message {
	const { path, status, hits, misses, n } = verdict;
	const counts = { hits: hitsMessage(verdict), n: status === 'subset' ? hits + misses : n };
	return path === undefined ? message('score.no-path-short', counts) : message('score.path-short', { path, ...counts });
}

/** `9`; if a path is certain without every prompt, `at least 5` or `at most 1`. */
function hitsMessage(verdict: Pick<Verdict, 'status' | 'hits' | 'misses' | 'n' | 'threshold'>): number | Message {
	if (verdict.status !== 'truncated') return verdict.hits;
	const { bound, hits } = certainHits(verdict);
	return message(bound === 'atLeast' ? 'score.at-least' : 'score.at-most', { n: hits });
}

function borderlineMessage(borderlineCauses: BorderlineCause): Message {
	switch (borderlineCauses.cause) {
		case 'chance':
			return message('score.borderline-chance');
		case 'every-prompt':
			return message('score.borderline-every');
		case 'tied-repeats':
			return message('score.borderline-tied', { n: borderlineCauses.count });
		case 'split-people':
			return message('score.borderline-people', { n: borderlineCauses.count });
	}
}

function causeMessages(unscored: Verdict['unscored']): readonly Message[] {
	return reasonMessages(unscored.map(({ cause, count }) => ({ reason: cause, count })));
}

/** Causes why a verdict has no path, with remedies. */
export function remediesOf(verdict: Verdict): readonly { readonly prompts: number; readonly cause: Message }[] {
	const { status, unscored, partly = 0 } = verdict;
	if (status !== 'undecided') return [];
	const open: ReasonCounts = [
		...unscored.map(({ cause, count }) => ({ reason: cause, count })),
		{ reason: 'not-repeated', count: partly },
		{ reason: 'not-evaluated', count: promptsWithoutSample(verdict) },
	];
	return open.flatMap(({ reason, count }) => (count > 0 ? [{ prompts: count, cause: reasonMessage(reason) }] : []));
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
