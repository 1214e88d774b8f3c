import { type AskedWords, askedWords, ownWordsOf } from '../../eval/evaluate/sample/own-words.ts';
import type { Log, LogSample } from '../record.ts';

/**
 * Samples whose transcript is another's. One that was asked in words of its suite's own is tied to them; any other asks its
 * row's words, in its messages and in the prompt that was rendered of them. An earlier log does not tell its own words:
 * there it is one that does not ask its row's though most of its suite and arm do, or that asks another row's.
 */
export async function askedOtherwise({
	header,
	samples,
}: Pick<Log, 'header' | 'samples'>): Promise<ReadonlySet<LogSample>> {
	const own = samples.filter(({ ownWords }) => ownWords !== undefined);
	const now = await Promise.all(own.map(ownWordsOf));
	const groups = Map.groupBy(samples.flatMap(asked), ({ sample: { suite, arm } }) => JSON.stringify([suite, arm]));
	const all = header.tellsOwnWords === true;
	return new Set([
		...own.filter(({ ownWords }, index) => now[index] !== ownWords),
		...[...groups.values()].flatMap((group) => [
			...strangers(
				group.filter(({ said }) => said.length > 0),
				all,
				({ said }, input) => said.includes(input),
				({ said: [first = ''] }, inputs) => inputs.has(first),
			),
			...strangers(
				group.filter(({ tail }) => tail !== undefined),
				all,
				({ tail = '' }, input) => tail.includes(input),
				({ tail = '' }, inputs) => inputs.values().some((input) => tail.includes(input)),
			),
			...sharedPrompts(group),
		]),
	]);
}

interface Asked extends AskedWords {
	readonly sample: LogSample;
}

/** Of samples that are asked in the words of their rows, as far as they tell. */
function asked(sample: LogSample): readonly Asked[] {
	const words = sample.ownWords === undefined ? askedWords(sample) : undefined;
	return words === undefined ? [] : [{ sample, ...words }];
}

function strangers(
	group: readonly Asked[],
	all: boolean,
	asks: (one: Asked, input: string) => boolean,
	asksOther: (one: Asked, inputs: ReadonlySet<string>) => boolean,
): readonly LogSample[] {
	const inputs = new Set(group.map(({ input }) => input));
	const others = group.filter((one) => !asks(one, one.input));
	const mostAsk = others.length * 2 < group.length;
	return others.filter((one) => all || mostAsk || asksOther(one, inputs)).map(({ sample }) => sample);
}

/** One prompt cannot have been rendered of two users' words. */
function sharedPrompts(group: readonly Asked[]): readonly LogSample[] {
	const first = new Map<string, Asked>();
	return group.flatMap((one) => {
		const hash = one.sample.transcript.generations[0]?.promptSha256;
		if (hash === undefined || one.said.length === 0) return [];
		const before = first.get(hash) ?? one;
		first.set(hash, before);
		const same = before.input === one.input || before.said[0] === one.said[0] || asksBoth(before, one);
		return same ? [] : [one.sample];
	});
}

/** Whether a prompt that two samples show alike says the words of both, as one of all questions does. */
function asksBoth({ tail, input }: Asked, { tail: other, input: otherInput }: Asked): boolean {
	return tail !== undefined && tail === other && tail.includes(input) && tail.includes(otherInput);
}
