import { type Message, message } from '../../base/message.ts';
import { countOf } from '../../stats/counts.ts';
import type { DecisionSummary } from '../decisions/decisions.ts';
import { hitsMessage } from '../decisions/said.ts';
import type { GateResult } from '../gate/gate.ts';
import type { RunSummary } from '../summarize.ts';
import type { CallsSummary } from './calls.ts';
import { stopsOf } from './stops.ts';

/** Whether a run's build may ship: the first line of every report. */
export interface RunState {
	/** Ready, not ready, not decided. Without a gate nothing is ready to ship: ✓ is then a path that is decided. */
	readonly sign: '✓' | '✕' | '?';
	/** Sentences. */
	readonly said: readonly Message[];
}

/** Stops named in the sentence. */
const MAX_STOPS = 3;

export function stateOf(summary: RunSummary, gate: GateResult | undefined): RunState {
	const stops = stopsOf(summary, gate);
	if (stops.length > 0) {
		const more = stops.length - MAX_STOPS;
		const why = stops.slice(0, MAX_STOPS).map(({ said }) => said);
		return { sign: '✕', said: [message('state.not-ready', { why, more: more > 0 ? more : undefined })] };
	}
	const findings = findingsOf(summary);
	const open = openOf(summary, gate);
	const found = findings.length === 0 ? undefined : findings;
	if (open.length > 0) return { sign: '?', said: [message('state.not-decided', { found, why: open })] };
	if (gate !== undefined) return { sign: '✓', said: [message('state.ready', { why: found })] };
	const paths = summary.decisions.flatMap(pathSentence);
	if (paths.length === 0)
		return { sign: '?', said: [message('state.not-decided', { found, why: message('state.no-limit') })] };
	return {
		sign: '✓',
		said: [
			...paths,
			...(summary.calls === undefined ? [] : [callsSentence(summary.calls)]),
			message('state.no-limit-set'),
		],
	};
}

/** A path that no doubt could turn. */
function pathSentence({ suite, standing: { verdict } }: DecisionSummary): readonly Message[] {
	if (verdict.path === undefined || verdict.certainty === 'borderline') return [];
	const { path, n, threshold } = verdict;
	const counts = { path, n, threshold, hits: hitsMessage(verdict) };
	return [message(suite.view === 'prefix' ? 'state.path-texts' : 'state.path-prompts', counts)];
}

/** What the run found, in the words of a clause. */
function findingsOf({ decisions, calls, suites }: RunSummary): readonly Message[] {
	const paths = decisions.flatMap(({ suite, standing: { verdict } }) =>
		verdict.path === undefined
			? []
			: [message('state.path', { path: verdict.path, suite: decisions.length > 1 ? suite.name : undefined })],
	);
	const found = [
		...paths,
		...(calls === undefined ? [] : [message('state.calls', { right: calls.right.hits, n: calls.right.n })]),
	];
	if (found.length > 0) return found;
	return suites.slice(0, 1).flatMap(({ suite, main, variants }) => {
		const rate = variants.flatMap(({ scores }) => scores.find(({ name }) => name === main)?.rate ?? [])[0];
		return rate === undefined ? [] : [message('state.rate', { suite: suite.name, hits: rate.hits, n: rate.n })];
	});
}

export function callsSentence({ right: { hits, n } }: CallsSummary): Message {
	return message('state.calls-right', { right: hits, n });
}

/** What is missing for an answer. */
function openOf({ outcome, samples, decisions, calls }: RunSummary, gate: GateResult | undefined): readonly Message[] {
	const undecided = decisions.filter(({ standing: { verdict } }) => verdict.path === undefined);
	const unscored = countOf(calls?.unscored ?? []);
	return [
		...(outcome === 'complete' ? [] : [message('state.unended')]),
		...(samples.missing.length === 0 ? [] : [message('gate.missing', { n: samples.missing.length })]),
		...undecided.map(({ suite, standing: { verdict } }) =>
			message(verdict.status === 'subset' ? 'state.subset' : 'state.no-path', { suite: suite.name }),
		),
		...(gate === undefined ? decisions.filter(isBorderline) : []).map(({ suite }) =>
			message('state.borderline', { suite: suite.name }),
		),
		...(unscored === 0 ? [] : [message('state.unscored', { n: unscored })]),
		...(gate?.undecided === true ? [message('state.gate-open')] : []),
	];
}

function isBorderline({ standing: { verdict } }: DecisionSummary): boolean {
	return verdict.path !== undefined && verdict.certainty === 'borderline';
}
