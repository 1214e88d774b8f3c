import type { EvaluatedSuite } from '../../eval/run.ts';
import type { Suite } from '../../eval/suite.ts';
import { LOG_VERSION, type LogHeader } from '../record.ts';
import { askedDifferences, differencesText, identityDifferences, type SuiteDifference } from '../same-run.ts';

/** Suites that a log can be held against. */
export interface KnownSuites {
	/** Gemmark's own, of the names that the log has. */
	readonly own: readonly Suite[];
	/** Gemmark's own whose scorers judge a row and its transcript alone: known by their view, they score those of any corpus. */
	readonly kinds: readonly Suite[];
	/** Name of gemmark's own app. */
	readonly app: string;
	/** Of the config that the user named; absent where none was. */
	readonly config?: KnownConfig | undefined;
}

/** A config's suites of the names that the log has. */
export interface KnownConfig {
	readonly suites: readonly Suite[];
	/** Of its app, BCP 47: scores depend on it. */
	readonly language: string;
}

/** A suite that is known here, and that a logged one may be. */
export interface KnownSuite {
	readonly suite: Suite;
	readonly from: 'config' | 'own' | 'kind';
	/** None where it is the very same. */
	readonly differences: readonly SuiteDifference[];
}

/** The very suite that was logged, as it is known here: the config's before gemmark's own. */
export function heldSuite(logged: EvaluatedSuite, header: LogHeader, known: KnownSuites): KnownSuite | undefined {
	return knownSuites(logged, header, known).find(({ differences }) => differences.length === 0);
}

/**
 * Of suites that could not be held against what is known of them here, a line each that names the fields that differ: the
 * user named a config; or gemmark has their corpus, their app or their kind. Of a shard also where nothing is known of them.
 */
export function uncheckedSuites(header: LogHeader, known: KnownSuites): readonly string[] {
	return header.suites.flatMap((logged) => uncheckedLine(logged, header, known) ?? []);
}

function uncheckedLine(logged: EvaluatedSuite, header: LogHeader, known: KnownSuites): string | undefined {
	const all = knownSuites(logged, header, known);
	const ofConfig = all.find(({ from }) => from === 'config');
	const held = all.find(({ differences }) => differences.length === 0);
	if (ofConfig !== undefined) {
		if (ofConfig.differences.length === 0) return undefined;
		const fields = differencesText(ofConfig.differences);
		return `${logged.name}: it was not held against the config, where these differ: ${fields}; name the config as it was, or ${remedyOf(logged, ofConfig)}`;
	}
	if (known.config !== undefined && held?.from !== 'own') {
		return `${logged.name}: it was not held against the config, which has no suite of that name`;
	}
	// Whoever merges shards takes it that one suite scored all of them, which their code tells unless they were scored again.
	const tellsCode = header.code !== undefined && header.rescored === undefined;
	if (all.length === 0 && header.settings.shard !== undefined && !tellsCode) {
		return `${logged.name}: its scores were not held against its transcripts, so shards that other code scored are not told apart; name the config of the run`;
	}
	const nearest = all.find(({ from, suite }) => from === 'kind' || isOurs(suite, logged, header, known));
	if (held !== undefined || nearest === undefined) return undefined;
	const fields = differencesText(nearest.differences);
	return `${logged.name}: its scores were not held against its transcripts, as these differ here: ${fields}; ${remedyOf(logged, nearest)}`;
}

/** What the run asked is not scored otherwise, but asked anew. */
function remedyOf(logged: EvaluatedSuite, { suite, differences }: KnownSuite): string {
	const asked = new Set(['app.language', ...askedDifferences(logged, suite).map(({ field }) => field)]);
	return differences.some(({ field }) => asked.has(field))
		? 'ask anew with gemmark run'
		: 'score the run anew with gemmark rescore';
}

function isOurs({ corpus }: Suite, logged: EvaluatedSuite, { app }: LogHeader, known: KnownSuites): boolean {
	return logged.corpus.sha256 === corpus.sha256 || app?.name === known.app;
}

function knownSuites(
	logged: EvaluatedSuite,
	header: LogHeader,
	{ own, kinds, config }: KnownSuites,
): readonly KnownSuite[] {
	const named = ({ name }: Suite): boolean => name === logged.name;
	const alike = ({ view }: Suite): boolean => view !== undefined && view === logged.view;
	const known = (suite: Suite, from: KnownSuite['from'], more: readonly SuiteDifference[] = []): KnownSuite => {
		const differences = identityDifferences(logged, suite).filter(({ field }) => counts(field, logged, suite, from));
		return { suite, from, differences: [...formatDifference(header), ...more, ...differences] };
	};
	return [
		...(config?.suites ?? []).filter(named).map((suite) => known(suite, 'config', languageDifference(header, config))),
		...own.filter(named).map((suite) => known(suite, 'own')),
		...kinds.filter(alike).map((suite) => known(suite, 'kind')),
	];
}

/** The files of an app that was captured are not told, and on those of a config its code may go; a kind takes any corpus. */
function counts(field: string, { corpus }: EvaluatedSuite, suite: Suite, from: KnownSuite['from']): boolean {
	const isFile = [...corpus.prompts, ...suite.corpus.prompts].some(({ name }) => name === field);
	if (isFile) return from === 'config' && corpus.prompts.length > 0;
	return field !== 'corpus' || from !== 'kind';
}

/** What a log of an earlier version declares is not its own. */
function formatDifference({ version }: LogHeader): readonly SuiteDifference[] {
	return version > 1 ? [] : [{ field: 'format of the log', logged: version, known: LOG_VERSION }];
}

/** An app that was captured may not tell it. */
function languageDifference({ app }: LogHeader, config: KnownConfig | undefined): readonly SuiteDifference[] {
	if (app === undefined || config === undefined || app.language === config.language) return [];
	return [{ field: 'app.language', logged: app.language, known: config.language }];
}
