import type { Said } from '../src/base/message.ts';
import { findingText } from '../src/lint/subject.ts';
import type { LogHeader } from '../src/log/record.ts';
import type { Lang } from '../src/text/text.ts';
import { type CorePart, coreParts } from './locale/core/core-text.ts';

/** What puts a run in doubt from the start, in the reader's language: findings of the prompt have their own words there. */
export function runWarnings({ warnings = [], lint = [] }: LogHeader, lang: Lang): readonly (readonly CorePart[])[] {
	const findings = new Map<Said, string>(lint.map((finding) => [findingText(finding), findingText(finding, lang)]));
	return warnings.map((line) => {
		const own = findings.get(line);
		return own === undefined || own === line ? coreParts(line, lang) : [{ text: own, foreign: false }];
	});
}
