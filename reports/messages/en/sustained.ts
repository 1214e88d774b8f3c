import { counted } from '../../../src/base/message.ts';
import { sentences } from '../sentences.ts';

/** Speed over a long time. Figures and times are text. */
export const sustainedEn = sentences({
	sustained: {
		title: 'Sustained speed',
		lead: '{time} without a pause, {turns} turns: {prompts} {prompts|prompt|prompts}, again and again. These figures include turns that throttled; all others on this page do not.',
		seconds: '{n} {n|second|seconds}',
		minutes: '{n} {n|minute|minutes}',
		slower: (share: string, after?: string) =>
			after === undefined ? `It slows down by ${share}.` : `It slows down by ${share} after ${after}.`,
		steady: 'It keeps its speed for {time}.',
		unmeasured: 'Too few turns to compare the last round with the first.',
		same: 'Its answers stay the same.',
		changed: (turns: number) =>
			`${counted(turns, 'turn')} ${turns === 1 ? 'answers' : 'answer'} differently from the first round.`,
		ended: 'It ended after {after}: {why}.',
		names: { speed: 'speed', calls: 'right', heat: 'heat', battery: 'battery', changed: 'changed', answer: 'answer' },
		speed: '{first} → {last} tokens a second; the last round has {share} of the first',
		turns: 'a turn takes {first} in the first round, {last} in the last',
		paired: ' ({low} to {high}%, paired)',
		fewPrompts: '; no interval below {prompts} prompts',
		firstToken: 'first token {first} → {last}',
		rightSame: '{right} of {of} right in every round',
		right: '{least} to {most} of {of} right in a round',
		perMinute: '{first} right a minute in the first third, {last} in the last',
		status: '{status} after {after}',
		slow: 'slower',
		noStatus: 'the device reports no status',
		changedIn: '{id} {times} {times|time|times}, first in round {round}',
		degrees: (first: string, last: string) => `${first} → ${last} °C`,
		charging: 'on the charger, so battery use is unknown',
		used: '{mAh} mAh, {perTurn} a turn',
		perRight: (cool: string, warm: string) =>
			`a right answer costs ${cool} mAh in the first third, ${warm} in the last`,
		plan: 'plan for {last} tokens a second, not {first}',
		planSteady: 'plan for {last} tokens a second',
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
		minute: 'minute {n}',
		axisEnd: '{n} min',
		scale: 'One bar is one minute. The shade is the device’s own thermal status.',
	},
});
