import { GuardedTemplate } from '../dialects/prompt/guarded-template.ts';
import { finding, type LintFinding } from './subject.ts';
import { refusalOf } from './template.ts';

const [WORDS, PREFIX, ARGUMENT, RESPONSE] = ['Uqz7', 'Pqz7', 'Aqz7', 'Rqz7'];
const parts = (text: string): object => [{ type: 'text', text }];
const USER = { role: 'user', content: parts(WORDS) };
const ANSWER = { role: 'assistant', content: parts(PREFIX) };
const CALLING = {
	...ANSWER,
	tool_calls: [{ type: 'function', function: { name: 'log_value', arguments: { value: ARGUMENT } } }],
};
const RESULT = { role: 'tool', content: [{ type: 'tool_response', name: 'log_value', response: { value: RESPONSE } }] };

/**
 * What LiteRT-LM makes of a file's template, which it renders with minijinja, with contents as lists of parts, and of which it
 * evaluates what a turn adds to the rendering before it; the token that the model stopped at is in its cache already.
 * Source: @litert-lm/core 0.17.1, tried with the templates of `models/mini`.
 */
export function litertFindings(chatTemplate: string): readonly LintFinding[] {
	if (/\.get\s*\(/u.test(chatTemplate)) return [finding('error', 'lint.litert.get', 'template', {})];
	const template = new GuardedTemplate(chatTemplate);
	const render = (messages: readonly object[], opens: boolean): string =>
		template.render({ messages, add_generation_prompt: opens, bos_token: '<bos>', eos_token: '<eos>' });
	try {
		return findingsOf(render);
	} catch (error) {
		return [finding('error', 'lint.litert.refused', 'template', { why: refusalOf(error) })];
	}
}

function findingsOf(render: (messages: readonly object[], opens: boolean) => string): readonly LintFinding[] {
	const [called, answered] = [render([USER, CALLING], false), render([USER, CALLING, RESULT], true)];
	const next = answered.startsWith(called) ? answered.slice(called.length) : undefined;
	return [
		...(render([USER], true) === render([{ ...USER, content: WORDS }], true)
			? []
			: [finding('error', 'lint.litert.parts', 'template', {})]),
		...(called.includes(ARGUMENT) ? [] : [finding('error', 'lint.litert.call', 'template', {})]),
		...(answered.includes(RESPONSE) ? [] : [finding('error', 'lint.litert.response', 'template', {})]),
		...(next === undefined ? [finding('error', 'lint.litert.history', 'template', {})] : []),
		...(next?.startsWith('<|tool_response>') ? [finding('warning', 'lint.litert.twice', 'template', {})] : []),
		...(/\s$/u.test(render([USER, ANSWER], false)) ? [finding('warning', 'lint.litert.end', 'template', {})] : []),
	];
}
