import { type Lang, type LocalizedText, localized } from '../text/localized-text.ts';
import { remedyOf } from './remedy.ts';

/** One thing that a prompt does to an app. `code` is a fixed word, `where` a place such as `search.query` or `template`. */
export interface LintFinding {
	readonly level: FindingLevel;
	readonly code: string;
	/** A text of one language in logs of earlier versions. */
	readonly message: LocalizedText;
	readonly where: string;
}

/** `error`: the app cannot work as declared. `warning`: the model knows less than the app says. `note`: to be known. */
export type FindingLevel = 'error' | 'warning' | 'note';

export const FINDING_LEVELS: readonly FindingLevel[] = ['error', 'warning', 'note'];

/** One line for a terminal or a log: what, where, and what to do. */
export function findingText(finding: LintFinding, lang: Lang = 'en'): string {
	const remedy = remedyOf(finding);
	const said = `${finding.where}: ${localized(finding.message, lang)}`;
	return remedy === undefined ? said : `${said}. ${localized(remedy, lang)}`;
}

/**
 * Findings that put the results of a run in doubt. How a template replays a history is none of them: gemmark continues
 * what the model wrote and never renders it again.
 */
export function doubtful(findings: readonly LintFinding[]): readonly LintFinding[] {
	return findings.filter(({ level, code }) => level !== 'note' && !code.startsWith('replay-'));
}
