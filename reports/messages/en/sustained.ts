import { counted } from '../../../src/base/message.ts';

/** Speed over a long time. Figures and times are text. */
export const sustainedEn = {
	sustained: {
		title: 'Sustained speed',
		lead: (time: string, turns: string, prompts: number) =>
			`${time} without a pause, ${turns} turns: ${counted(prompts, 'prompt')}, again and again. These figures include turns that throttled; all others on this page do not.`,
		seconds: (n: number) => counted(n, 'second'),
		minutes: (n: number) => counted(n, 'minute'),
		slower: (share: string, after?: string) =>
			after === undefined ? `It slows down by ${share}.` : `It slows down by ${share} after ${after}.`,
		steady: (time: string) => `It keeps its speed for ${time}.`,
		unmeasured: 'Too few turns to compare the last round with the first.',
		same: 'Its answers stay the same.',
		changed: (turns: number) =>
			`${counted(turns, 'turn')} ${turns === 1 ? 'answers' : 'answer'} differently from the first round.`,
		ended: (after: string, why: string) => `It ended after ${after}: ${why}.`,
		names: { speed: 'speed', calls: 'right', heat: 'heat', battery: 'battery', changed: 'changed', answer: 'answer' },
		speed: (first: string, last: string, share: string) =>
			`${first} → ${last} tokens a second; the last round has ${share} of the first`,
		turns: (first: string, last: string) => `a turn takes ${first} in the first round, ${last} in the last`,
		paired: (low: string, high: string) => ` (${low} to ${high}%, paired)`,
		fewPrompts: (prompts: number) => `; no interval below ${prompts} prompts`,
		firstToken: (first: string, last: string) => `first token ${first} → ${last}`,
		rightSame: (right: number, of: number) => `${right} of ${of} right in every round`,
		right: (least: number, most: number, of: number) => `${least} to ${most} of ${of} right in a round`,
		perMinute: (first: string, last: string) => `${first} right a minute in the first third, ${last} in the last`,
		status: (status: string, after: string) => `${status} after ${after}`,
		slow: 'slower',
		noStatus: 'the device reports no status',
		changedIn: (id: string, times: number, round: number) => `${id} ${counted(times, 'time')}, first in round ${round}`,
		degrees: (first: string, last: string) => `${first} → ${last} °C`,
		charging: 'on the charger, so battery use is unknown',
		used: (mAh: string, perTurn: string) => `${mAh} mAh, ${perTurn} a turn`,
		perRight: (cool: string, warm: string) =>
			`a right answer costs ${cool} mAh in the first third, ${warm} in the last`,
		plan: (last: string, first: string) => `plan for ${last} tokens a second, not ${first}`,
		planSteady: (last: string) => `plan for ${last} tokens a second`,
		takes: (last: string, first?: string) =>
			first === undefined ? `a turn takes ${last}` : `a turn takes ${last} instead of ${first}`,
		limit: (within: boolean, limit: string) => `${within ? 'within' : 'beyond'} your limit of ${limit}`,
		panels: {
			thermal: 'Thermal status',
			decode: 'Tokens per second',
			firstToken: 'Time to first token',
			turns: 'Turns in the minute',
			battery: 'Battery',
		},
		median: 'median of the minute',
		rightBars: 'right; hatched: not right',
		minute: (n: number) => `minute ${n}`,
		axisEnd: (n: number) => `${n} min`,
		scale: 'One bar is one minute. The shade is the device’s own thermal status.',
	},
};
