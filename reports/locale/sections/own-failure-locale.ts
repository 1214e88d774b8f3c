import { counted } from '../../../src/base/message.ts';
import type { OwnFailure } from '../../../src/summary/failures.ts';
import type { Lang } from '../locale.ts';

/** How a report tells that code of the app failed, and not the model; what it said follows. */
export interface OwnFailureLocale {
	readonly title: (failure: OwnFailure) => string;
	readonly otherWays: (count: number) => string;
}

export const ownFailureLocale: Readonly<Record<Lang, OwnFailureLocale>> = {
	en: {
		title: ({ what, name, suite, count, of }) =>
			({
				tool: `The app's tool ${name} failed, not the model: ${count} of ${counted(of, 'call')}:`,
				scorer: `The scorer ${name} of ${suite} failed, not the model: ${count} of ${counted(of, 'sample')}:`,
				suite: `Code of the app, of the dialect or of the suite ${name} failed, not the model: ${count} of ${counted(of, 'sample')}:`,
			})[what],
		otherWays: (count) => `and ${counted(count, 'other way')}`,
	},
	ko: {
		title: ({ what, name, suite, count, of }) =>
			({
				tool: `모델이 아니라 앱의 도구 ${name}에서 오류가 났습니다. 호출 ${of}건 중 ${count}건:`,
				scorer: `모델이 아니라 ${suite} 스위트의 채점기 ${name}에서 오류가 났습니다. 샘플 ${of}건 중 ${count}건:`,
				suite: `모델이 아니라 앱, 방언(dialect) 또는 ${name} 스위트의 코드에서 오류가 났습니다. 샘플 ${of}건 중 ${count}건:`,
			})[what],
		otherWays: (count) => `그 밖의 오류 ${count}종`,
	},
};
