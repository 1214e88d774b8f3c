import type { Lang } from '../locale.ts';

/** What a run on a phone went through. */
export interface DeviceLocale {
	readonly backend: string;
	readonly firstInit: string;
	readonly laterInit: string;
	readonly notComparable: string;
	readonly askedAgain: string;
	readonly lost: (samples: number) => string;
}

export const deviceLocale: Readonly<Record<Lang, DeviceLocale>> = {
	en: {
		backend: 'backend',
		firstInit: 'first initialisation',
		laterInit: 'later initialisations, p50 (n)',
		notComparable: 'samples with times that cannot be compared',
		askedAgain: 'samples asked again after a lost connection',
		lost: (samples) => `The app was lost in ${samples} samples; each was asked again, whole, and counts once.`,
	},
	ko: {
		backend: '백엔드',
		firstInit: '첫 초기화',
		laterInit: '이후 초기화, 중앙값(횟수)',
		notComparable: '시간을 비교할 수 없는 샘플',
		askedAgain: '연결이 끊겨 다시 물은 샘플',
		lost: (samples) =>
			`샘플 ${samples}개를 처리하던 중 앱과 연결이 끊겼습니다. 처음부터 다시 물었고 한 번씩만 셌습니다.`,
	},
};
