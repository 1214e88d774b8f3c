import type { Lang } from './locale.ts';

/** What a page of the view cannot show. */
export type Problem =
	| { readonly kind: 'no-page' }
	| { readonly kind: 'no-run'; readonly id: string }
	| { readonly kind: 'no-metric'; readonly name: string }
	| { readonly kind: 'no-series' }
	| { readonly kind: 'bad-parameter'; readonly name: string; readonly value: string; readonly known: readonly string[] }
	| { readonly kind: 'no-common-suite' }
	/** `anyway`: the link that compares them all the same. */
	| { readonly kind: 'incomparable'; readonly fields: string; readonly anyway: string }
	/** The address does not say which. */
	| { readonly kind: 'nothing-chosen'; readonly what: 'metric' | 'runs' }
	/** `id`: of the run, where it is known. */
	| { readonly kind: 'unreadable'; readonly id?: string | undefined; readonly message: string }
	| { readonly kind: 'failed'; readonly message: string };

export interface ProblemLocale {
	readonly back: string;
	readonly anyway: string;
	/** What is wrong, and what to do about it; where there is a message, what stands before it. */
	readonly say: (problem: Problem) => readonly [title: string, todo: string];
}

export const problemLocale: Readonly<Record<Lang, ProblemLocale>> = {
	en: { back: 'To all runs', anyway: 'Compare them all the same', say: sayEn },
	ko: { back: '실행 목록으로', anyway: '그래도 비교하기', say: sayKo },
};

function sayEn(problem: Problem): readonly [string, string] {
	switch (problem.kind) {
		case 'no-page':
			return ['There is no such page', 'Open a run from the list.'];
		case 'no-run':
			return [`There is no run ${problem.id} here`, 'It may have been moved or deleted. Choose another from the list.'];
		case 'no-metric':
			return [`No run here has ${problem.name}`, 'Choose a score or a time above the list of runs.'];
		case 'no-series':
			return ['There is no such series', 'Its runs may have been deleted. Choose another below the picture.'];
		case 'nothing-chosen':
			return problem.what === 'metric'
				? ['The address names no score', 'Choose a score or a time above the list of runs.']
				: ['The address does not name two runs', 'Choose them in the list: compare, then the other run.'];
		case 'bad-parameter':
			return [
				`The address cannot be read: ${problem.name}=${problem.value}`,
				`What may stand there: ${problem.known.join(', ')}.`,
			];
		case 'no-common-suite':
			return ['These runs cannot be compared', 'They have no suite in common. Choose runs of the same suites.'];
		case 'incomparable':
			return ['These runs asked different things', `They differ in: ${problem.fields}. Choose runs that share it.`];
		case 'unreadable':
			return [problem.id === undefined ? 'This run cannot be read' : `The run ${problem.id} cannot be read`, ''];
		default:
			return ['This page could not be made', ''];
	}
}

function sayKo(problem: Problem): readonly [string, string] {
	switch (problem.kind) {
		case 'no-page':
			return ['없는 페이지입니다', '실행 목록에서 골라 여세요.'];
		case 'no-run':
			return [
				`실행을 찾을 수 없습니다: ${problem.id}`,
				'옮겼거나 지운 실행일 수 있습니다. 목록에서 다른 실행을 고르세요.',
			];
		case 'no-metric':
			return [`이 지표가 있는 실행이 없습니다: ${problem.name}`, '실행 목록 위에서 점수나 시간을 고르세요.'];
		case 'no-series':
			return ['없는 묶음입니다', '실행을 지웠을 수 있습니다. 그래프 아래에서 다른 묶음을 고르세요.'];
		case 'nothing-chosen':
			return problem.what === 'metric'
				? ['주소에 지표가 없습니다', '실행 목록 위에서 점수나 시간을 고르세요.']
				: ['주소에 비교할 실행이 없습니다', '목록에서 비교할 실행 두 개를 차례로 고르세요.'];
		case 'bad-parameter':
			return [
				`주소를 읽을 수 없습니다: ${problem.name}=${problem.value}`,
				`여기에 쓸 수 있는 것: ${problem.known.join(', ')}.`,
			];
		case 'no-common-suite':
			return ['비교할 수 없는 실행입니다', '공통 스위트가 없습니다. 같은 스위트를 실행한 것끼리 고르세요.'];
		case 'incomparable':
			return ['서로 다른 것을 물은 실행입니다', `다른 점: ${problem.fields}. 이것이 같은 실행끼리 고르세요.`];
		case 'unreadable':
			return [`${problem.id === undefined ? '이 실행을' : `${problem.id} 실행을`} 읽을 수 없습니다`, '원인:'];
		default:
			return ['페이지를 만들지 못했습니다', '원인:'];
	}
}
