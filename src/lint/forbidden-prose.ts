import { readRules } from '../text/rules.ts';
import { singleLine } from '../text/text.ts';
import rows from './forbidden-prose.rules.json' with { type: 'json' };
import forbids from './forbids.rules.json' with { type: 'json' };
import { finding, type LintFinding } from './subject.ts';

const RULES = readRules(rows);
/** Each is bounded by its sentence, and by the counts within. */
const FORBIDS: readonly RegExp[] = Object.values(readRules(forbids));

/**
 * An error where a prompt forbids words beside a call, whoever wrote it: app, template or the family's own tool declaration, as
 * Google's for Gemma 3 ('You SHOULD NOT include any other text in the response if you call a function', ai.google.dev/gemma).
 * What the verdict counts is then forbidden, not unlikely.
 */
export function prefixForbidden(prompt: string): readonly LintFinding[] {
	const quote = forbiddingSentence(prompt);
	return quote === undefined ? [] : [finding('error', 'lint.prefix-forbidden', 'prompt', { quote })];
}

/** The sentence of a recorded {@link prefixForbidden}. */
export function forbiddenBy(findings: readonly LintFinding[]): string | undefined {
	const quote = findings.find(({ said }) => said.code === 'lint.prefix-forbidden')?.said.params.quote;
	return typeof quote === 'string' ? quote : undefined;
}

const MAX_QUOTE = 140;

function forbiddingSentence(prompt: string): string | undefined {
	const sentence = prompt
		.split(RULES.sentenceEnd)
		.find((one) => RULES.call.test(one) && !RULES.afterwards.test(one) && FORBIDS.some((rule) => rule.test(one)));
	return sentence && singleLine(sentence).slice(0, MAX_QUOTE);
}
