import { counted } from '../../../src/base/message.ts';
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
		backend: 'Backend',
		firstInit: 'First initialisation',
		laterInit: 'Later initialisations',
		notComparable: 'Samples left out of the times (throttled, for one)',
		askedAgain: 'Samples asked again after a lost connection',
		lost: (samples) =>
			`The app was lost in ${counted(samples, 'sample')}; each was asked again, whole, and counts once.`,
	},
	ko: {
		backend: '백엔드',
		firstInit: '첫 초기화',
		laterInit: '이후 초기화',
		notComparable: '시간 계산에서 뺀 샘플(발열 등)',
		askedAgain: '연결이 끊겨 다시 물은 샘플',
		lost: (samples) =>
			`샘플 ${samples}건을 처리하던 중 앱과 연결이 끊겼습니다. 처음부터 다시 물었고 한 번씩만 셌습니다.`,
	},
};
