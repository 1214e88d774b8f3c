import type { FateOutcome } from '../../src/index.ts';
import type { Lang } from './locale.ts';

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
			error: 'error',
			nothing: 'nothing',
		},
		notEmulated: 'not emulated',
		played: (played, withCalls) => `${played} generations, ${withCalls} of them with a call.`,
		notRecorded: (count) => `Of ${count} more the raw text is not recorded.`,
		cut: (count) =>
			`${count} more were cut or failed before the model was done; no engine's reading of those is counted.`,
		parted: (count) => `Where engines part: ${count}`,
		raw: 'What the model wrote; marked is where engines part',
		beside: ({ path, engine, calls, parts }) => [
			path === undefined ? `On ${engine}:` : `Path ${path}, but on ${engine}:`,
			`of ${calls} generations with a call, ${parts}.`,
		],
		parts: {
			'changed-arguments': (count) => `${count} reach the app changed`,
			leaked: (count) => `${count} leak as text`,
			swallowed: (count) => `${count} are swallowed`,
			error: (count) => `${count} fail the turn`,
		},
	},
	ko: {
		title: '엔진마다 다른 결과',
		lead: '같은 생성 결과를 각 엔진이 호출을 읽는 규칙대로 다시 재생했습니다. 한 엔진에서는 호출인 것이 다른 엔진에서는 글자로 보이거나, 오류가 되거나, 사라집니다.',
		engine: '엔진',
		version: (version) => `${version} 기준`,
		outcomes: {
			call: '호출',
			'changed-arguments': '호출이 바뀜',
			'text-shown': '말이 보임',
			leaked: '호출이 글자로 샘',
			swallowed: '호출이 사라짐',
			error: '오류',
			nothing: '아무것도 없음',
		},
		notEmulated: '재현하지 않음',
		played: (played, withCalls) => `생성 ${played}건, 그중 호출이 있는 것 ${withCalls}건.`,
		notRecorded: (count) => `그 밖의 ${count}건은 원문이 기록되지 않았습니다.`,
		cut: (count) => `모델이 끝맺기 전에 잘리거나 실패한 ${count}건은 어느 엔진에도 세지 않았습니다.`,
		parted: (count) => `엔진마다 갈리는 곳: ${count}건`,
		raw: '모델이 쓴 원문. 표시한 곳에서 엔진이 갈립니다',
		beside: ({ path, engine, calls, parts }) => [
			path === undefined ? `${engine}에서는` : `판정은 경로 ${path}이지만 ${engine}에서는`,
			`호출이 있는 생성 ${calls}건 가운데 ${parts}.`,
		],
		parts: {
			'changed-arguments': (count) => `${count}건은 바뀐 채로 앱에 전달됩니다`,
			leaked: (count) => `${count}건은 글자로 샙니다`,
			swallowed: (count) => `${count}건은 사라집니다`,
			error: (count) => `${count}건은 턴이 실패합니다`,
		},
	},
};
