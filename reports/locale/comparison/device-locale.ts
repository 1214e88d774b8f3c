import type { Lang } from '../locale.ts';

/** What a run on a phone went through. */
export interface DeviceLocale {
	readonly backend: string;
	readonly firstInit: string;
	readonly laterInit: string;
	readonly notComparable: string;
	readonly askedAgain: string;
	readonly doubt: (samples: number, of: number, why: string) => string;
	readonly lost: (samples: number) => string;
}

export const deviceLocale: Readonly<Record<Lang, DeviceLocale>> = {
	en: {
		backend: 'Backend',
		firstInit: 'First initialisation',
		laterInit: 'Later initialisations',
		notComparable: 'Samples left out of the times (throttled, for one)',
		askedAgain: 'Samples asked again after a lost connection',
		doubt: (samples, of, why) =>
			`The times of ${samples} of ${of} samples cannot be compared with others and are in no figure of time here: ${why}.`,
		lost: (samples) => `The app was lost in ${samples} samples; each was asked again, whole, and counts once.`,
	},
	ko: {
		backend: '백엔드',
		firstInit: '첫 초기화',
		laterInit: '이후 초기화',
		notComparable: '시간 계산에서 뺀 샘플(발열 등)',
		askedAgain: '연결이 끊겨 다시 물은 샘플',
		doubt: (samples, of, why) =>
			`샘플 ${of}건 중 ${samples}건은 시간을 다른 결과와 비교할 수 없어 모든 시간 수치에서 뺐습니다(${koreanDoubt(why)}).`,
		lost: (samples) =>
			`샘플 ${samples}건을 처리하던 중 앱과 연결이 끊겼습니다. 처음부터 다시 물었고 한 번씩만 셌습니다.`,
	},
};

/** The log says in English why times are in doubt. */
function koreanDoubt(why: string): string {
	for (const [english, korean] of DOUBTS) if (english.test(why)) return why.replace(english, korean);
	return why;
}

const DOUBTS: readonly (readonly [english: RegExp, korean: string])[] = [
	[/^the device throttled \(thermal status (.+)\)$/u, '발열로 성능이 제한됨, 발열 상태 $1'],
	[/^the device saved power$/u, '절전 모드'],
	[/^the device's clock jumped$/u, '기기 시계가 갑자기 바뀜'],
];
