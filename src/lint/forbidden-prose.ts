import { singleLine } from '../text/text.ts';
import { finding, type LintFinding } from './subject.ts';

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
		.split(/(?<=[.!?。])\s+|\n+|(?=<\|?\w{1,40}\|?>)/u)
		.find((one) => CALL.test(one) && !AFTERWARDS.test(one) && FORBIDS.some((rule) => rule.test(one)));
	return sentence && singleLine(sentence).slice(0, MAX_QUOTE);
}

/** Of the text after a call, or of turns without one. */
const AFTERWARDS =
	/^after\b|\bafter (?:a|the|each|every|any) (?:tool |function )?call|호출(?:한)? ?(?:후|뒤|다음)|호출하지 않을 때|부르지 않을 때/iu;

const CALL = /\b(?:calls?|calling|functions?|tools?|json|tool_code)\b|도구|함수|호출|툴/iu;

const TEXT = '(?:texts?|words?|prose|output|content|explanations?|commentary|comments?|preamble|introduction)';
const SAY = '(?:respond|reply|answer|output|return|write|say|generate|print|is|be|must be)';
/** Each is bounded by its sentence, and by the counts within. */
const FORBIDS: readonly RegExp[] = [
	/\bnothing (?:but|else|other than)\b/iu,
	new RegExp(
		String.raw`\b(?:no|not|never|without|n't)\b[^.]{0,40}\b(?:other|additional|extra|further|surrounding|accompanying) ${TEXT}`,
		'iu',
	),
	new RegExp(String.raw`\b(?:without|no) (?:any |an |a )?${TEXT}\b`, 'iu'),
	new RegExp(
		String.raw`\b${SAY}(?: with)? (?:only|just|exclusively|nothing)\b[^.]{0,40}\b(?:json|call|function)`,
		'iu',
	),
	new RegExp(String.raw`\b(?:only|just) ${SAY}(?: with)?\b[^.]{0,40}\b(?:json|call|function)`, 'iu'),
	/\b(?:do not|don't|never) (?:say|write|add|explain|speak|announce|talk|comment|narrate)\b[^.]{0,40}\b(?:before|when|while)\b[^.]{0,20}\b(?:call|us(?:e|ing) (?:a |the |any )?(?:tool|function))/iu,
	/(?:다른|추가|부가|별도|그 외|어떠?한?|아무)(?:적인|의)? ?(?:말|텍스트|설명|문장|내용|글|출력|답변|문구)[^.]{0,12}(?:없이|말고|쓰지|넣지|붙이지|하지|덧붙이지|금지|마세요|마라)/u,
	/(?:설명|말|텍스트|서론|머리말|문장) ?없이(?![^.]{0,20}(?:호출|부르|쓰)[가-힣]{0,3} ?(?:말|마|않|안))/u,
	/(?:호출|도구|함수)[^.]{0,10}(?:앞|먼저|전)[^.]{0,14}(?:설명|인사|말|한마디)[^.]{0,12}(?:말 것|말고|않|마세요|마라|금지)/u,
	/\b(?:calls?|tool|function)\b[^.]{0,30}\bmust be the (?:first|only) thing\b/iu,
	/(?:JSON|제이슨|호출|함수|도구|코드|객체)[^.]{0,12}만(?:을)? ?(?:출력|답|작성|쓰|써|반환|생성|보내|응답|돌려)/iu,
	/호출(?:하기)? ?전에?[^.]{0,20}(?:말하지|설명하지|쓰지|적지|덧붙이지)/u,
];
