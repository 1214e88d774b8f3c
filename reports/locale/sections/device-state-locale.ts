import { counted } from '../../../src/base/message.ts';
import type { Lang } from '../locale.ts';

/** The state of a phone over the samples of a run, and why its times are not comparable. */
export interface DeviceStateLocale {
	readonly title: string;
	readonly lead: (device: string) => string;
	readonly thermal: string;
	readonly memory: string;
	readonly battery: string;
	readonly powerSave: string;
	readonly sample: string;
	readonly yes: string;
	readonly no: string;
	/** Heading of the table of changes. */
	readonly changes: string;
	readonly more: (rows: number) => string;
	/** From the lowest value to the highest. */
	readonly range: (low: string, high: string) => string;
	/** The words of a thermal status; another than those known stays as it is. */
	readonly statuses: Readonly<Record<string, string>>;
	/** Each sample once; it may have several reasons. */
	readonly doubts: (samples: number, of: number, reasons: readonly Counted[]) => string;
	/** Sentences of the log, which are English. */
	readonly reasons: Readonly<Record<string, string>>;
	readonly throttled: (status: string) => string;
}

export interface Counted {
	readonly why: string;
	readonly samples: number;
}

export const deviceStateLocale: Readonly<Record<Lang, DeviceStateLocale>> = {
	en: {
		title: 'The device over time',
		lead: (device) =>
			`${device}, sample by sample in the order they were asked. A status of moderate or worse is marked.`,
		thermal: 'thermal status',
		memory: 'memory of the app',
		battery: 'battery',
		powerSave: 'power save',
		sample: 'sample',
		yes: 'on',
		no: 'off',
		changes: 'Where thermal status or power save changed',
		more: (rows) => `${counted(rows, 'further change is', 'further changes are')} in the log.`,
		range: (low, high) => (low === high ? low : `${low} to ${high}`),
		statuses: {},
		doubts: (samples, of, reasons) =>
			`The times of ${samples} of ${counted(of, 'sample')} cannot be compared with others and are in no figure of time here: ${reasons.map(inSamples).join(', ')}.`,
		reasons: {},
		throttled: (status) => `the device throttled (thermal status ${status})`,
	},
	ko: {
		title: '시간에 따른 기기 상태',
		lead: (device) => `${device}의 상태를 물은 순서대로 샘플마다 나타냅니다. 발열 상태가 '중간' 이상이면 표시합니다.`,
		thermal: '발열 상태',
		memory: '앱 메모리',
		battery: '배터리',
		powerSave: '절전 모드',
		sample: '샘플',
		yes: '켜짐',
		no: '꺼짐',
		changes: '발열 상태나 절전 모드가 바뀐 샘플',
		more: (rows) => `이후 변화 ${rows}건은 로그에 있습니다.`,
		range: (low, high) => (low === high ? low : `${low}~${high}`),
		statuses: {
			nominal: '정상',
			light: '약함',
			moderate: '중간',
			severe: '심함',
			critical: '위험',
			emergency: '긴급',
			shutdown: '종료 직전',
		},
		doubts: (samples, of, reasons) =>
			`샘플 ${of}건 중 ${samples}건은 시간을 다른 결과와 비교할 수 없어 모든 시간 수치에서 뺐습니다. 이유: ${reasons.map(({ why, samples: count }) => `${why} ${count}건`).join(', ')}.`,
		reasons: {
			'the device saved power': '절전 모드',
			"the device's clock jumped": '기기 시계가 갑자기 바뀜',
			'the app stayed silent past its deadline': '제한 시간이 지나도록 앱이 응답하지 않음',
		},
		throttled: (status) => `발열로 성능이 제한됨(발열 상태: ${status})`,
	},
};

function inSamples({ why, samples }: Counted, _: number, { length }: readonly Counted[]): string {
	return length === 1 ? why : `${why} in ${samples}`;
}
