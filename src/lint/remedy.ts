import type { LocalizedText } from '../text/text.ts';
import type { LintFinding } from './subject.ts';

/** What to do about a finding; absent where it is only to be known. */
export function remedyOf({ code, level }: Pick<LintFinding, 'code' | 'level'>): LocalizedText | undefined {
	return level === 'note' && TO_BE_KNOWN.has(code) ? undefined : REMEDIES.get(code);
}

/** Codes of several levels, whose notes say that all is well. */
const TO_BE_KNOWN: ReadonlySet<string> = new Set(['context', 'replay-prefix', 'tools-in-text']);

const IN_DESCRIPTION = { en: "Say it in the tool's description.", ko: '도구 설명에 적으세요.' };
const PUBLISHED = {
	en: 'Use the chat template that was published with the model.',
	ko: '모델과 함께 공개된 채팅 템플릿을 쓰세요.',
};
const NOT_AGAIN = {
	en: 'Keep the conversation open instead of rendering it again, or use a template that prints it.',
	ko: '기록을 다시 만들지 말고 대화를 이어 가거나, 이를 적는 템플릿을 쓰세요.',
};

const REMEDIES: ReadonlyMap<string, LocalizedText> = new Map([
	['template-unusable', PUBLISHED],
	[
		'foreign-template',
		{
			en: 'Run it where the engine renders by itself (--runner openai --api chat), or bring its dialect (docs/own-dialect.md).',
			ko: '엔진이 직접 프롬프트를 만드는 방식(--runner openai --api chat)으로 돌리거나, 방언을 추가하세요(docs/own-dialect.md).',
		},
	],
	[
		'other-turns',
		{
			en: 'Use the chat template that was published with the model, or bring its dialect (docs/own-dialect.md).',
			ko: '모델과 함께 공개된 채팅 템플릿을 쓰거나, 방언을 추가하세요(docs/own-dialect.md).',
		},
	],
	[
		'system-refused',
		{ en: 'Use a model file whose template has a system turn.', ko: '시스템 턴이 있는 템플릿의 모델 파일을 쓰세요.' },
	],
	[
		'tools-in-text',
		{
			en: "Have the app say its tools in the system text, too, or bring the template's dialect (docs/own-dialect.md).",
			ko: '앱에서도 도구를 시스템 글에 적거나, 템플릿의 방언을 추가하세요(docs/own-dialect.md).',
		},
	],
	[
		'system-unseen',
		{
			en: 'Use a template with a system turn, or say it in the first user message.',
			ko: '시스템 턴이 있는 템플릿을 쓰거나 첫 사용자 메시지에 적으세요.',
		},
	],
	['user-unseen', PUBLISHED],
	[
		'model-turn-unopened',
		{
			en: 'Use the chat template that was published with the model, or mend its end.',
			ko: '모델과 함께 공개된 채팅 템플릿을 쓰거나 끝을 고치세요.',
		},
	],
	['trigger-missing', { en: 'Have the app say it in its system text, too.', ko: '앱의 시스템 글에도 적으세요.' }],
	['no-tool-support', { en: 'Use a template of the model that prints tools.', ko: '도구를 적는 템플릿을 쓰세요.' }],
	['tool-unseen', { en: 'Use the newest official template.', ko: '최신 공식 템플릿을 쓰세요.' }],
	[
		'parameter-unseen',
		{ en: 'Rename it, or use the newest official template.', ko: '이름을 바꾸거나 최신 공식 템플릿을 쓰세요.' },
	],
	[
		'reserved-name',
		{ en: 'Rename it where users may have an older file.', ko: '옛 파일을 쓰는 사용자가 있으면 이름을 바꾸세요.' },
	],
	['description-unseen', { en: 'Say it in the system prompt.', ko: '시스템 프롬프트에 적으세요.' }],
	...['type', 'enum', 'default', 'limit', 'required', 'alternative'].map((kind): [string, LocalizedText] => [
		`${kind}-unseen`,
		IN_DESCRIPTION,
	]),
	[
		'bos-missing',
		{
			en: 'Put {{ bos_token }} first in the template, or have the file say add_bos_token.',
			ko: '템플릿 맨 앞에 {{ bos_token }}을 넣거나, 파일에 add_bos_token을 켜세요.',
		},
	],
	['bos-twice', { en: 'Take one out of the template.', ko: '템플릿에서 하나를 빼세요.' }],
	[
		'thinking-by-default',
		{ en: 'Have the app switch it off, or run with --thinking on.', ko: '앱에서 끄거나 --thinking on으로 돌리세요.' },
	],
	[
		'thinking-unswitched',
		{ en: 'Have the app begin its system prompt with the marker.', ko: '앱의 시스템 프롬프트를 이 표시로 시작하세요.' },
	],
	['thinking-missing', { en: 'Leave --thinking out.', ko: '--thinking을 빼세요.' }],
	[
		'context',
		{
			en: 'Shorten tools or system prompt, or raise --context-size.',
			ko: '도구나 시스템 프롬프트를 줄이거나 --context-size를 늘리세요.',
		},
	],
	[
		'replay-prefix',
		{
			en: 'Keep the conversation open instead of rendering it again, or leave that text out of the history (path B).',
			ko: '기록을 다시 만들지 말고 대화를 이어 가거나, 기록에서 그 말을 빼세요(경로 B).',
		},
	],
	['replay-call-lost', NOT_AGAIN],
	['replay-response-lost', NOT_AGAIN],
	[
		'replay-refused',
		{
			en: 'Keep the conversation open instead of rendering it again.',
			ko: '기록을 다시 만들지 말고 대화를 이어 가세요.',
		},
	],
]);
