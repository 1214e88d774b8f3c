import { counted } from '../../../src/base/message.ts';
import type { FateOutcome } from '../../../src/fates/outcome.ts';
import type { Lang } from '../locale.ts';

/** Sentences of the engine fates. */
export interface FatesLocale {
	readonly title: string;
	readonly lead: string;
	readonly engine: string;
	/** Behind an engine's name. */
	readonly version: (version: string) => string;
	readonly outcomes: Readonly<Record<FateOutcome, string>>;
	readonly notEmulated: string;
	readonly played: (played: string, withCalls: string) => string;
	readonly notRecorded: (count: string) => string;
	readonly cut: (count: string) => string;
	/** What the run's own engine made of what it read by itself. */
	readonly seen: (engine: string, parts: string) => string;
	readonly parted: (count: string) => string;
	readonly raw: string;
	/** Beside the verdict: what the user would see on one engine. `path` is the verdict's path. */
	readonly beside: (said: BesideVerdict) => readonly [title: string, text: string];
	/** What happened to calls, behind `engine: `. */
	readonly parts: Readonly<Partial<Record<FateOutcome, (count: string) => string>>>;
}

export interface BesideVerdict {
	readonly path: string | undefined;
	readonly engine: string;
	readonly calls: string;
	/** `10 leak as text, 2 fail the turn`. */
	readonly parts: string;
}

export const fatesLocale: Readonly<Record<Lang, FatesLocale>> = {
	en: {
		title: 'What engines make of it',
		lead: 'The same generations, played through the rules by which each engine reads calls. A call in one is text in another, an error in a third, nothing in a fourth.',
		engine: 'Engine',
		version: (version) => `rules of ${version}`,
		outcomes: {
			call: 'call',
			'changed-arguments': 'call changed',
			'text-shown': 'words shown',
			leaked: 'call leaked as text',
			swallowed: 'call swallowed',
			'not-known': 'not known (tool parameters not logged)',
			error: 'error',
			nothing: 'nothing',
		},
		notEmulated: 'not emulated',
		played: (played, withCalls) => `${counted(played, 'generation')}, ${withCalls} of them with a call.`,
		notRecorded: (count) => `Of ${count} more the raw text is not recorded.`,
		cut: (count) =>
			`${counted(count, 'more was', 'more were')} cut or failed before the model was done; no engine's reading of that is counted.`,
		seen: (engine, parts) =>
			`${engine} read these generations itself: ${parts}. What the model wrote is not known, so no other engine is emulated for them.`,
		parted: (count) => `Where engines part: ${count}`,
		raw: 'What the model wrote; marked is where engines part',
		beside: ({ path, engine, calls, parts }) => [
			path === undefined ? `On ${engine}:` : `Path ${path}, but on ${engine}:`,
			`of ${counted(calls, 'generation')} with a call, ${parts}.`,
		],
		parts: {
			'changed-arguments': (count) => `${counted(count, 'reaches', 'reach')} the app changed`,
			leaked: (count) => `${counted(count, 'leaks', 'leak')} as text`,
			swallowed: (count) => `${counted(count, 'is', 'are')} swallowed`,
			error: (count) => `${counted(count, 'fails', 'fail')} the turn`,
		},
	},
	ko: {
		title: '엔진마다 다른 결과',
		lead: '같은 답변을 각 엔진의 규칙대로 처리해 보았습니다. 어떤 엔진은 도구를 호출하지만, 다른 엔진은 호출을 글자 그대로 화면에 내보내거나, 오류를 내거나, 버립니다.',
		engine: '엔진',
		version: (version) => `${version} 기준`,
		outcomes: {
			call: '호출',
			'changed-arguments': '내용이 바뀐 호출',
			'text-shown': '답변만 표시',
			leaked: '호출이 글자로 노출',
			swallowed: '호출이 버려짐',
			'not-known': '알 수 없음(도구 매개변수 기록 없음)',
			error: '오류',
			nothing: '반응 없음',
		},
		notEmulated: '재현 안 함',
		played: (played, withCalls) => `답변 ${played}건 중 ${withCalls}건에 호출이 있습니다.`,
		notRecorded: (count) => `그 밖의 ${count}건은 원문이 기록되지 않았습니다.`,
		cut: (count) => `답변이 끝나기 전에 잘리거나 실패한 ${count}건은 세지 않았습니다.`,
		seen: (engine, parts) =>
			`이 답변들은 ${engine}에서 직접 처리했습니다: ${parts}. 모델이 쓴 원문을 알 수 없어 다른 엔진은 재현하지 않았습니다.`,
		parted: (count) => `엔진마다 결과가 다른 답변: ${count}건`,
		raw: '모델이 쓴 원문입니다. 표시한 부분을 엔진마다 다르게 처리합니다',
		beside: ({ path, engine, calls, parts }) => [
			path === undefined ? `${engine}에서는` : `판정은 경로 ${path}이지만 ${engine}에서는`,
			`문제가 생깁니다(호출이 있는 답변 ${calls}건 중 ${parts}).`,
		],
		parts: {
			'changed-arguments': (count) => `내용이 바뀐 채 전달된 것 ${count}건`,
			leaked: (count) => `화면에 글자로 노출된 것 ${count}건`,
			swallowed: (count) => `버려진 것 ${count}건`,
			error: (count) => `응답에 실패한 것 ${count}건`,
		},
	},
};
