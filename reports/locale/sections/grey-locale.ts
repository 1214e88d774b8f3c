import { counted } from '../../../src/base/message.ts';
import type { GreyCause } from '../../../src/eval/decision.ts';
import type { Lang } from '../../../src/text/text.ts';

/** Words of a verdict in the grey zone. */
interface GreyLocale {
	/** Beside a path in a table. */
	readonly mark: string;
	readonly title: string;
	/** Why, a sentence; `probability`, where the rate is known, that the true one reaches `share`, such as `5 of 15`, of `n` prompts. */
	readonly because: (grey: GreyCause, said: GreySaid) => string;
}

interface GreySaid {
	readonly probability: string | undefined;
	readonly share: string;
	readonly n: number;
}

export const greyLocale: Readonly<Record<Lang, GreyLocale>> = {
	en: {
		mark: '◐ grey zone',
		title: 'Grey zone.',
		because: (grey, { probability, share, n }) => {
			switch (grey.cause) {
				case 'chance':
					return `${probability === undefined ? `Whatever the rest would say, the chance that the true rate reaches ${share} is between 10 and 90 %` : `The chance that the true rate reaches ${share} is ${probability}`}. Another run of ${n} could well decide otherwise.`;
				case 'every-prompt':
					return `This path needs all ${counted(n, 'prompt')}, and another run may miss one. No number of prompts shows a true rate of 100 %, so no probability is given.`;
				case 'tied-repeats':
					return `${counted(grey.count, 'prompt')} passed in exactly half of the repeats, which counts as a miss; counted as hits they would change the path. An odd number of repeats has no ties.`;
				case 'split-people':
					return `People are evenly split over ${counted(grey.count, 'sample')}, and the rule judged those; judged the other way they would change the path.`;
			}
		},
	},
	ko: {
		mark: '◐ 바뀔 수 있음',
		title: '어느 쪽으로도 바뀔 수 있는 결과입니다.',
		because: (grey, { probability, share, n }) => {
			switch (grey.cause) {
				case 'chance':
					return `${probability === undefined ? `나머지가 어떻게 나오든 실제 비율이 ${share} 이상일 확률은 10 %와 90 % 사이입니다` : `실제 비율이 ${share} 이상일 확률은 ${probability}입니다`}. 다시 ${n}건을 돌리면 판정이 달라질 수 있습니다.`;
				case 'every-prompt':
					return `프롬프트 ${n}건이 모두 통과해야 하는 경로라, 다시 돌려 한 건만 놓쳐도 판정이 달라집니다. 몇 건을 돌려도 실제 비율이 100 %임을 보일 수는 없으므로 확률을 표시하지 않습니다.`;
				case 'tied-repeats':
					return `프롬프트 ${grey.count}건은 반복의 꼭 절반만 통과해 미통과로 셌는데, 통과로 세면 경로가 바뀝니다. 반복 횟수가 홀수이면 이런 일이 없습니다.`;
				case 'split-people':
					return `샘플 ${grey.count}건은 사람의 의견이 반반으로 갈려 규칙이 판정했는데, 반대로 판정하면 경로가 바뀝니다.`;
			}
		},
	},
};

/** Behind a verdict on one line; English is as the terminal says it. */
export function koreanGrey(grey: GreyCause): string {
	switch (grey.cause) {
		case 'chance':
			return '. 다시 측정하면 결과가 달라질 수 있음';
		case 'every-prompt':
			return '. 모두 통과해야 하는 경로라 다시 측정해 한 건만 놓쳐도 결과가 달라짐';
		case 'tied-repeats':
			return `. 반복의 꼭 절반만 통과한 프롬프트 ${grey.count}건을 통과로 세면 경로가 바뀜`;
		case 'split-people':
			return `. 사람의 의견이 반반으로 갈린 샘플 ${grey.count}건을 반대로 판정하면 경로가 바뀜`;
	}
}
